import Testing
import ZXKitLogCore

struct FrameDecoderTests {
    @Test(arguments: Samples.items)
    func `Every kind of item comes back as it was written`(item: WireItem) throws {
        #expect(try Frames.decode([Frames.encode(item)]) == [item])
    }

    @Test func `Texts come back byte for byte`() throws {
        guard case .record(let record) = try Frames.read(Frames.payload(.record(Samples.extremeRecord))) else {
            Issue.record("not a record")
            return
        }
        #expect(Array(record.message.utf8) == Array(Samples.extremeRecord.message.utf8))
        #expect(Array(record.label.utf8) == Array(Samples.extremeRecord.label.utf8))
    }

    @Test(arguments: Samples.items)
    func `A frame split at any byte decodes to the same item`(item: WireItem) throws {
        let bytes = Frames.encode(item)
        for split in 0...bytes.count {
            var decoder = FrameDecoder()
            decoder.append(bytes[..<split])
            let isWhole = split == bytes.count
            #expect(try decoder.next() == (isWhole ? item : nil), "split at \(split)")
            #expect(decoder.isInsideFrame == (split > 0 && !isWhole))
            decoder.append(bytes[split...])
            #expect(try decoder.next() == (isWhole ? nil : item), "split at \(split)")
            #expect(!decoder.isInsideFrame)
        }
    }

    @Test func `Frames glued into one read come out one by one`() throws {
        #expect(try Frames.decode([Frames.encode(Samples.items)]) == Samples.items)
        let many = Array(repeating: WireItem.record(Samples.record), count: 1_000)
        #expect(try Frames.decode([Frames.encode(many)]) == many)
    }

    @Test func `One byte at a time makes no difference`() throws {
        #expect(try Frames.decode(Frames.encode(Samples.items).map { CollectionOfOne($0) }) == Samples.items)
    }

    @Test func `Random items in random reads come back as they were`() throws {
        var random = RandomItems(generator: SeededGenerator(for: "random chunkings"))
        for _ in 0..<200 {
            let items = (0..<20).map { _ in random.item() }
            let bytes = Frames.encode(items)
            var reads: [ArraySlice<UInt8>] = []
            var position = 0
            while position < bytes.count {
                let end = min(bytes.count, position + Int.random(in: 0...300, using: &random.generator))
                reads.append(bytes[position..<end])
                position = end
            }
            #expect(try Frames.decode(reads) == items, "seed \(random.generator.seed)")
        }
    }

    @Test func `A message of the largest size comes through in small reads, in time that grows with its size`() throws {
        var record = Samples.record
        record.message = String(repeating: "x", count: 1_048_576)
        let bytes = Frames.encode([.hello(Samples.hello), .record(record)])
        let reads = stride(from: 0, to: bytes.count, by: 64).map { bytes[$0..<min($0 + 64, bytes.count)] }
        let start = ContinuousClock.now
        #expect(try Frames.decode(reads) == [.hello(Samples.hello), .record(record)])
        #expect(start.duration(to: .now) < .seconds(30))
    }
}
