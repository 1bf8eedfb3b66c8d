import Testing
import ZXKitLogPOSIX

@testable import zxlog

@Suite struct TailOutcomeTests {
    private func outcome(wanted: Int? = nil, hasTimeout: Bool = false, seen: Int = 0) -> TailOutcome {
        var outcome = TailOutcome(wanted: wanted, hasTimeout: hasTimeout)
        for _ in 0..<seen {
            _ = outcome.take()
        }
        return outcome
    }

    @Test func `No more records are taken than were asked for`() {
        var outcome = outcome(wanted: 2)
        var answers: [Bool] = []
        for _ in 0..<3 {
            answers.append(outcome.take())
        }
        #expect(answers == [true, true, false])
        #expect(outcome.isComplete)
        #expect(outcome.seen == 2)
    }

    @Test func `With a count the time that is over is a failure`() {
        #expect(outcome(wanted: 3, hasTimeout: true, seen: 2).status(of: .timedOut) == .failure)
        #expect(outcome(wanted: 3, hasTimeout: true, seen: 3).status(of: .counted) == .success)
    }

    @Test func `Without a count one record in time is enough`() {
        #expect(outcome(hasTimeout: true, seen: 1).status(of: .timedOut) == .success)
        #expect(outcome(hasTimeout: true, seen: 0).status(of: .timedOut) == .failure)
    }

    @Test func `A signal is the proper end of what was to run for ever, and of nothing else`() {
        #expect(outcome().status(of: .stopped(.signalled)) == .success)
        #expect(outcome(wanted: 3, seen: 2).status(of: .stopped(.signalled)) == .failure)
        #expect(outcome(hasTimeout: true).status(of: .stopped(.signalled)) == .failure)
        #expect(outcome(hasTimeout: true, seen: 1).status(of: .stopped(.signalled)) == .success)
    }

    @Test func `A reader that has seen enough is a success, a disk that is full is not`() {
        #expect(outcome(wanted: 3).status(of: .stopped(.outputClosed)) == .success)
        let full = SystemCallError(errno: 28, call: "write")
        #expect(outcome(seen: 5).status(of: .stopped(.outputFailed(full))) == .failure)
        #expect(outcome(seen: 5).status(of: .nothingLeft) == .failure)
    }
}
