/// What this process and the kernel hold.
public enum ProcessMemory {
    /// Resident memory, in bytes (proc_pid_status(5)).
    public static func resident() throws(BenchmarkError) -> Double { try status("VmRSS:") }

    /// The most resident memory there was, in bytes. `ru_maxrss` would include what the starting process had before `exec`
    /// (getrusage(2) counts by process, and `VmHWM` by address space, proc(5)).
    public static func peak() throws(BenchmarkError) -> Double { try status("VmHWM:") }

    /// Pages that all TCP sockets of this machine hold (proc_net(5)).
    public static func kernelPagesOfTCP() throws(BenchmarkError) -> Double {
        let text = try DescriptorReading.text(ofFile: "/proc/net/sockstat")
        let words = text.split(separator: "\n").first { $0.hasPrefix("TCP:") }?.split(separator: " ")
        guard let pages = words?.last.flatMap({ Double($0) }) else { throw BenchmarkError("no TCP in sockstat") }
        return pages
    }

    private static func status(_ name: String) throws(BenchmarkError) -> Double {
        let line = try DescriptorReading.text(ofFile: "/proc/self/status").split(separator: "\n")
            .first { $0.hasPrefix(name) }
        guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { throw BenchmarkError("no \(name) in /proc/self/status") }
        return kibibytes * 1_024
    }
}
