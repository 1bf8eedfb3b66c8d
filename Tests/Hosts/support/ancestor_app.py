"""An app that speaks as those of the protocol's ancestors do: run as a program, it prints its port, sends its past to whoever
asks for it, and each line of its input to everybody: `TYPE CONTENT`, where \\n stands for a line end.
"""

import os
import selectors
import socket
import sys
import time

AUTH = b"ZXKitLogger_tcp_auth"


def record(line):
    kind, content = line.split(" ", 1)
    content = content.replace("\\n", "\n")
    debug = "File: Test.swift -- Line: 7 -- Function:Test.swift.test() ----"
    return f"{kind}|{debug}|{time.time()}|{content}".encode()


def main():
    listener = socket.create_server(("0.0.0.0", 0))
    print(listener.getsockname()[1], flush=True)
    past, viewers, rest = [], [], b""
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    selector.register(sys.stdin, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj is listener:
                viewer, _ = listener.accept()
                viewers.append(viewer)
                selector.register(viewer, selectors.EVENT_READ)
            elif key.fileobj is sys.stdin:
                data = os.read(sys.stdin.fileno(), 65_536)
                if not data:
                    return
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    past.append(record(line.decode()))
                    for viewer in viewers:
                        viewer.sendall(past[-1])
            else:
                # Exactly that, and everything else is ignored.
                if (data := key.fileobj.recv(4096)) == AUTH:
                    key.fileobj.sendall(b"".join(past))
                if not data:
                    selector.unregister(key.fileobj)
                    viewers.remove(key.fileobj)


if __name__ == "__main__":
    main()
