import Glibc

// ZXKitEndingApp CASE FILE: logs to the file, and ends in the way that the case names. Where a case ends without a call of
// its own, the end of this file is the end of `main`.

guard CommandLine.arguments.count == 3 else { fail("usage: ZXKitEndingApp CASE FILE") }
let path = CommandLine.arguments[2]
// Ends a program that hangs, or whose test has ended before it.
alarm(120)

switch CommandLine.arguments[1] {
case "exit": exitWithoutShutdown(path)
case "return": logToTwoSystems(path)
case "handlers": logInExitHandlers(path)
case "dropped": dropSystem(path)
case "stuck-sink": exitWithStuckSink(path)
case "busy": exitWhileOthersLog(path)
case "exit-in-sink": exitOnSinkThread(path)
case "thread-destructor": logInThreadDestructor(path)
case "fork": forkAndLog(path)
case "fork-in-call": forkInsideCall(path)
case "fork-with-levels": forkWithLevels(path)
case "fork-under-load": forkUnderLoad(path)
case "fork-silently": forkSilently(path)
case "fork-and-exec": forkAndExec(path)
case "fork-and-live": forkAndLive(path)
case "fork-and-be-advertised": forkAndBeAdvertised(path)
case "fork-and-watch": forkAndWatch(path)
case "list-descriptors": print(openDescriptors().joined(separator: " "))
case "last-words": crashWithLastWords(path)
case "last-words-in-child": crashInChild(path)
case let other: fail("there is no case \(other)")
}
