import Glibc

/// Makes a system call whose negative result means that `errno` has the reason; repeats it when a signal came between.
///
/// `body` must do nothing but the call, so that nothing changes `errno` before it is read here.
@discardableResult
func systemCall<Result: SignedInteger>(
    _ name: String, on subject: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemCallError) -> Result {
    switch repeatingInterrupted(body) {
    case .success(let result): return result
    case .failure(let number): throw SystemCallError(errno: number.rawValue, call: name, subject: subject())
    }
}

/// As `systemCall`, for a call on a descriptor that may be non-blocking: nil means that it would have had to wait.
func nonBlockingSystemCall<Result: SignedInteger>(
    _ name: String, on subject: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemCallError) -> Result? {
    switch repeatingInterrupted(body) {
    case .success(let result): return result
    case .failure(let number) where number.meansWouldBlock: return nil
    case .failure(let number): throw SystemCallError(errno: number.rawValue, call: name, subject: subject())
    }
}

/// Makes a pthread call, which returns its error number instead of setting `errno`.
func threadCall(_ name: String, _ body: () -> Int32) throws(SystemCallError) {
    let number = body()
    if number != 0 { throw SystemCallError(errno: number, call: name) }
}

private struct ErrorNumber: Error {
    let rawValue: Int32

    var meansWouldBlock: Bool { rawValue == EAGAIN || rawValue == EWOULDBLOCK }
}

private func repeatingInterrupted<Result: SignedInteger>(_ body: () -> Result) -> Swift.Result<Result, ErrorNumber> {
    while true {
        let result = body()
        if result >= 0 { return .success(result) }
        let number = errno
        if number != EINTR { return .failure(ErrorNumber(rawValue: number)) }
    }
}
