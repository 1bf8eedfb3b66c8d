import Foundation
import Glibc
import Testing

@testable import ZXKitLogPOSIX

@Suite struct LocalSocketTests {
    /// A path of its own that isn't there.
    private func freshPath() throws -> SocketPath {
        try #require(SocketPath("/tmp/zxkit-\(UUID().uuidString.prefix(8)).sock"))
    }

    @Test func `Bytes cross, and each side knows which process is at the other end`() throws {
        let path = try freshPath()
        defer { unlink(path.text) }
        let listener = try Socket.listener(at: path, mode: 0o600)
        let client = try Socket.connecting(to: path)
        guard case .connection(let accepted, let origin) = try listener.accept() else {
            Issue.record("nobody connected")
            return
        }
        #expect(origin == .process(id: getpid(), user: getuid()))
        #expect("\(origin)" == "process \(getpid()) of user \(getuid())")
        #expect(try client.send(([1, 2, 3] as [UInt8]).span.bytes) == .bytes(3))
        var received: [UInt8] = []
        #expect(try accepted.wait(for: .readable, timeout: .seconds(30)))
        #expect(try accepted.receive(appendingTo: &received, atMost: 10) == .bytes(3))
        #expect(received == [1, 2, 3])
    }

    @Test(arguments: [0o600, 0o660, 0o666] as [UInt16])
    func `The file has the mode that was asked for, less the umask, from the beginning`(_ mode: UInt16) throws {
        let path = try freshPath()
        defer { unlink(path.text) }
        let listener = try Socket.listener(at: path, mode: mode)
        var status = stat()
        #expect(lstat(path.text, &status) == 0)
        let mask = umask(0)
        umask(mask)
        #expect(UInt16(status.st_mode & 0o777) == mode & ~UInt16(mask))
        _ = listener.descriptor
    }

    @Test func `A socket that a dead process left is replaced, a living one and other files are not`() throws {
        let path = try freshPath()
        defer { unlink(path.text) }
        do {
            let dead = try Socket.listener(at: path, mode: 0o600)
            #expect(throws: SystemCallError.self) { _ = try Socket.listener(at: path, mode: 0o600) }
            _ = dead.descriptor
        }
        let next = try Socket.listener(at: path, mode: 0o600)
        _ = try Socket.connecting(to: path)
        _ = next.descriptor
        let file = try freshPath()
        defer { unlink(file.text) }
        try "precious".write(toFile: file.text, atomically: true, encoding: .utf8)
        #expect(throws: SystemCallError.self) { _ = try Socket.listener(at: file, mode: 0o600) }
        #expect(try String(contentsOfFile: file.text, encoding: .utf8) == "precious")
    }

    @Test func `A path is a text that the kernel can take`() {
        #expect(SocketPath("") == nil)
        #expect(SocketPath("/a\0b") == nil)
        #expect(SocketPath(String(repeating: "x", count: 108)) == nil)
        #expect(SocketPath(String(repeating: "x", count: 107))?.description.utf8.count == 112)
    }
}
