import Glibc

/// What can be asked about the machine.
package enum HostFacts {
    /// The host's name as the kernel has it (`gethostname` (2)), perhaps with a domain; "localhost" if it has none.
    package static var hostName: String {
        let name = unsafe String(ofAtMost: 255) { memory, size in unsafe gethostname(memory, size) == 0 }
        return name.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
    }
}
