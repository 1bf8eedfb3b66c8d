import Foundation
import Testing
import ZXKitLogger

struct FrameRenderingTests {
    /// A format as a user of the library writes one: it is handed records.
    private struct Wrapped: LogFormat {
        let format: any LogFormat

        func append(_ item: LogItem, to output: inout [UInt8]) {
            format.append(item, to: &output)
        }
    }

    @Test(arguments: [TextFormat(), JSONLinesFormat()] as [any LogFormat])
    func `A file is the same whether its format renders frames or records`(format: any LogFormat) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zxkit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (frames, records) = (folder.appending(path: "frames"), folder.appending(path: "records"))
        let system = try LogSystem(
            sinks: [
                FileSink(frames.path(), level: .debug, format: format),
                FileSink(records.path(), level: .debug, format: Wrapped(format: format)),
            ], options: .blocking)
        let log = system.logger("shop")
        for number in 0..<1_000 {
            log.info("order \(number) accepted")
            log.trace("not for the file")
            log.error("line\nfeed \u{1B}[2J 空 \(number)", metadata: ["user": "ada", "cart": ["a", "\u{202E}"]])
            log.debug("order \(number)", metadata: ["user": "a b", "number": "\(number)"])
        }
        await system.shutdown(deadline: .seconds(30))
        let written = try Data(contentsOf: frames)
        #expect(written == (try Data(contentsOf: records)))
        #expect(written.count { $0 == UInt8(ascii: "\n") } >= 3_000)
    }
}
