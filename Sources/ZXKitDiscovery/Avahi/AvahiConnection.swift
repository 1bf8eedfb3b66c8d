import CZXKitAvahi
import Glibc
import ZXKitLogPOSIX

/// A connection to the Avahi daemon with its thread. It lives as long as an operation keeps it.
///
/// Sendable: the shim's functions may be called from any thread, and the pointer is never changed.
@safe
final class AvahiConnection: @unchecked Sendable {
    private let context: OpaquePointer
    private let creator = ProcessFacts.processID

    /// False in a forked child: it has a copy of the connection, but not the thread.
    var isOfThisProcess: Bool { creator == ProcessFacts.processID }

    /// - Throws: `outOfResources`, when there is no memory, descriptor or thread left.
    init(doing: String) throws(DiscoveryProblem) {
        guard let context = unsafe zxavahi_context_start() else { throw .outOfResources(errno, doing: doing) }
        unsafe self.context = context
    }

    /// The last call for the context: operations keep their connection until they are cancelled.
    deinit {
        guard isOfThisProcess else { return }
        unsafe zxavahi_context_stop(context)
    }

    func publish(_ advertisement: ServiceAdvertisement, interface: Int32, to listener: AvahiListener) -> AvahiHandle? {
        let bytes = advertisement.text.flatMap { $0 }
        let lengths = advertisement.text.map(\.count)
        return unsafe withTexts(advertisement.name, advertisement.type, "") { service in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    let text = unsafe ZXAvahiTextRecord(
                        bytes: bytes.baseAddress, lengths: lengths.baseAddress, count: lengths.count)
                    return unsafe start(listener) {
                        unsafe zxavahi_publish(context, service, advertisement.port, text, interface, $0)
                    }
                }
            }
        }
    }

    func browse(type: String, to listener: AvahiListener) -> AvahiHandle? {
        unsafe withTexts("", type, "") { service in
            unsafe start(listener) { unsafe zxavahi_browse(context, service.type, $0) }
        }
    }

    func resolve(_ instance: ServiceInstance, to listener: AvahiListener) -> AvahiHandle? {
        unsafe withTexts(instance.name, instance.type, instance.domain) { service in
            unsafe start(listener) {
                unsafe zxavahi_resolve(context, service, instance.interface, instance.protocol == .ipv6, $0)
            }
        }
    }

    /// Ends an operation of this connection; at most once for each.
    func cancel(_ handle: AvahiHandle) {
        guard isOfThisProcess else { return }
        unsafe zxavahi_cancel(handle.operation)
    }
}

/// An operation of the shim.
///
/// Sendable: the pointer is only handed back to the shim, from any thread.
@safe
struct AvahiHandle: @unchecked Sendable {
    fileprivate let operation: OpaquePointer
}

/// Who an operation's events go to. The shim holds it until the operation has ended there.
final class AvahiListener: Sendable {
    private let doing: String
    private let receive: @Sendable (AvahiEvent) -> Void

    init(doing: String, receive: @escaping @Sendable (AvahiEvent) -> Void) {
        self.doing = doing
        self.receive = receive
    }

    fileprivate func receive(copying event: ZXAvahiEvent) {
        guard let event = unsafe AvahiEvent(copying: event, doing: doing) else { return }
        receive(event)
    }
}

// MARK: Crossing into C

/// Gives the shim its own reference to the listener, which its `release` gives back; nil, and no reference, when memory
/// is out.
private func start(
    _ listener: AvahiListener, _ call: (ZXAvahiListener) -> OpaquePointer?
) -> AvahiHandle? {
    let reference = unsafe Unmanaged.passRetained(listener)
    let operation = unsafe call(
        ZXAvahiListener(
            callback: { event, userData in
                guard let userData = unsafe userData else { return }
                // `release` comes after the last callback, so the reference is good here.
                let listener = unsafe Unmanaged<AvahiListener>.fromOpaque(userData).takeUnretainedValue()
                unsafe listener.receive(copying: event.pointee)
            },
            release: { userData in
                guard let userData = unsafe userData else { return }
                unsafe Unmanaged<AvahiListener>.fromOpaque(userData).release()
            },
            user_data: reference.toOpaque()))
    guard let operation = unsafe operation else {
        unsafe reference.release()
        return nil
    }
    return unsafe AvahiHandle(operation: operation)
}

/// Lends the texts to `body`, with their lengths, so that a NUL in one is seen and refused.
private func withTexts<Result>(
    _ name: String, _ type: String, _ domain: String, _ body: (ZXAvahiServiceName) -> Result
) -> Result {
    unsafe withText(name) { name in
        unsafe withText(type) { type in
            unsafe withText(domain) { domain in
                unsafe body(ZXAvahiServiceName(name: name, type: type, domain: domain))
            }
        }
    }
}

private func withText<Result>(_ text: String, _ body: (ZXAvahiText) -> Result) -> Result {
    unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
            unsafe body(ZXAvahiText(bytes: characters.baseAddress, length: characters.count))
        }
    }
}
