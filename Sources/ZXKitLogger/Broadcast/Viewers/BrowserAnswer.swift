/// What a browser that was pointed at the port is told: what this is, and how to watch.
enum BrowserAnswer {
    static func response(appName: String, port: UInt16, wantsBody: Bool) -> [UInt8] {
        let name = appName.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-._ ".contains($0)) }
        let body = """
            This is the log of \(name), broadcast by ZXKitLogger.

            Watch it from any machine on this network:   zxlog tail \(name)
            or with the tools at hand:                   printf 'ZXLOG/1 json\\n' | nc HOST \(port)

            """
        let head = [
            "HTTP/1.1 200 OK", "Content-Type: text/plain; charset=utf-8", "Content-Length: \(body.utf8.count)",
            "X-Content-Type-Options: nosniff", "Cache-Control: no-store", "Connection: close", "", "",
        ].joined(separator: "\r\n")
        return Array((wantsBody ? head + body : head).utf8)
    }
}
