import CZXKitSupport
import Glibc

/// What can be asked about this process.
package enum ProcessFacts {
    /// The process's id; a forked child has its own.
    package static var processID: Int32 { getpid() }

    /// The kernel's id of the calling thread. A system call: about 100 ns.
    package static var threadID: Int32 { zxkit_thread_id() }

    /// Where the program's file is (`/proc/self/exe`); nil if the kernel doesn't say.
    package static var executablePath: String? {
        unsafe String(ofAtMost: Int(PATH_MAX)) { memory, size in
            unsafe readlink("/proc/self/exe", memory, size) > 0
        }
    }

    /// The value of an environment variable, copied; nil if it isn't set.
    ///
    /// As with every use of `getenv` (3), nobody may change the environment meanwhile: read it at start-up.
    package static func environment(_ name: String) -> String? {
        unsafe String(staticCString: getenv(name))
    }

    /// 64 random bits from the kernel (`getrandom` (2)), with no state that a forked child could share.
    package static func random64() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
