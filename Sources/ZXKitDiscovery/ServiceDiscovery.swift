/// Publishes, finds and resolves services on the local network (DNS-SD over multicast DNS, RFC 6763 and RFC 6762).
///
/// Every call says what is wanted and returns at once. The wish then holds until its operation is cancelled: the
/// implementation renews it by itself over a missing daemon, a restart or a lost bus, and tells about it in events.
///
/// Events of all operations come one at a time, on a thread of the implementation, so a handler must not block. No
/// event comes while the call that starts the operation is still running, with one exception: when the machine has no
/// memory or no thread left, there is nothing to run the handler on, and the failure is told within the call.
package protocol ServiceDiscovery: Sendable {
    /// Advertises a service until the operation is cancelled.
    ///
    /// - Parameters:
    ///   - advertisement: What to advertise. A name above 63 bytes is cut on a scalar boundary.
    ///   - onEvent: Called with each change, see ``PublicationEvent``.
    /// - Returns: The running operation; dropping it cancels it.
    func publish(
        _ advertisement: ServiceAdvertisement, onEvent: @escaping @Sendable (PublicationEvent) -> Void
    ) -> any DiscoveryOperation

    /// Lists the services of one type, now and from now on.
    ///
    /// - Parameters:
    ///   - type: The service type, such as `_zxkitlogger._tcp`.
    ///   - onEvent: Called with each change, see ``BrowseEvent``.
    /// - Returns: The running operation; dropping it cancels it.
    func browse(type: String, onEvent: @escaping @Sendable (BrowseEvent) -> Void) -> any DiscoveryOperation

    /// Asks where a service is, in both address families, and stays open: a later change is an event too.
    ///
    /// - Parameters:
    ///   - instance: A service that a browse operation reported.
    ///   - onEvent: Called with each answer, see ``ResolveEvent``.
    /// - Returns: The running operation; dropping it cancels it.
    func resolve(
        _ instance: ServiceInstance, onEvent: @escaping @Sendable (ResolveEvent) -> Void
    ) -> any DiscoveryOperation
}

/// Something published, browsed for or being resolved.
package protocol DiscoveryOperation: AnyObject, Sendable {
    /// Ends the operation. Dropping the last reference does the same. A second call does nothing.
    ///
    /// When `cancel` returns, no event is being delivered and none will be; called from inside the event handler it
    /// returns at once, and that event is the last. As `cancel` waits for a handler that is running, a lock that the
    /// handler takes must not be held around it.
    func cancel()
}
