import Foundation

/// libFuzzer calls this with every input (https://llvm.org/docs/LibFuzzer.html); its `main` takes its options and a corpus.
/// The target is in the environment:
///
///     ZXKIT_FUZZ_TARGET=cbor Fuzzer -runs=100000 CORPUS
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    target.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
}

private let target = chosenTarget()

private func chosenTarget() -> FuzzTarget {
    let name = ProcessInfo.processInfo.environment["ZXKIT_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        print("ZXKIT_FUZZ_TARGET must be one of \(names)")
        exit(2)
    }
    return target
}
