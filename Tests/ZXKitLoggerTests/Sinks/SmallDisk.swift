import Foundation

/// A real file system of a size of its own, that can be filled without harm: a tmpfs in a mount namespace, which a child
/// process keeps alive and which is gone with it.
final class SmallDisk {
    private let keeper = Process()
    private let input = Pipe()
    private let output = Pipe()
    let url: URL

    /// Whether this kernel lets us make one.
    static let isPossible = (try? SmallDisk(bytes: 65_536)) != nil

    /// Makes one of a size that is a multiple of the page size.
    init(bytes: Int) throws {
        let command = "mount -t tmpfs -o size=\(bytes) tmpfs /mnt && echo $$ && exec cat"
        keeper.executableURL = URL(filePath: "/usr/bin/env")
        keeper.arguments = [
            "unshare", "--user", "--map-root-user", "--mount", "--propagation", "private", "sh", "-c", command,
        ]
        keeper.standardInput = input
        keeper.standardOutput = output
        keeper.standardError = FileHandle.nullDevice
        try keeper.run()
        let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let process = Int(answer.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw CocoaError(.fileNoSuchFile)
        }
        // Our own namespace doesn't have the mount, but the child's root can be reached from here (proc(5)).
        url = URL(filePath: "/proc/\(process)/root/mnt")
    }

    deinit {
        // The end of its input is the end of the child.
        try? input.fileHandleForWriting.close()
        keeper.waitUntilExit()
    }

    func path(_ name: String) -> String { url.appending(path: name).path }
}
