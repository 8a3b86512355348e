"""Ask the server for a process, hand it the standard streams, pass signals on, and end as it ends."""

import json
import os
import signal
import socket
import sys

PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2)


def main(address, *words):
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address)
        for number in PASSED_ON:
            signal.signal(number, lambda number, _: server.send(bytes([number])))
        job = json.dumps({"words": words, "environment": dict(os.environ), "folder": os.getcwd()}).encode()
        socket.send_fds(server, [len(job).to_bytes(8, "little")], [0, 1, 2])
        server.sendall(job)
        status = int.from_bytes(server.recv(4, socket.MSG_WAITALL), "little", signed=True)
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status != signal.SIGKILL else None
        os.kill(os.getpid(), -status)
    os._exit(status)


main(*sys.argv[1:])
