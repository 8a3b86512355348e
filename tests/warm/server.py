"""Import mxnet once; fork for each program that a launcher asks for.

It passes signals on to the programs, tells launchers how they ended, and kills those whose launcher is gone.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import warnings

#: variables that are read while PyTorch and mxnet are imported
READ_BY_IMPORTS = (
    "MKL_NUM_THREADS", "MXNET_API", "MXNET_GPUS", "MXNET_KEEP_FREED", "MXNET_OMP_MAX_THREADS", "MXNET_PLAIN_KERNELS",
    "MXNET_PROFILER_AUTOSTART", "MXNET_STRICT_COMPAT", "MXNET_TORCH_FALLBACKS", "MXNET_TUNE_OPENMP", "OMP_NUM_THREADS",
)  # fmt: skip


def serve(address):
    """Fork for each program that is asked for: return it in its process, which is a child of this one."""
    running = {}  # by what tells that a program has ended: its process, and the connection to its launcher
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen(64)
        print("ready", flush=True)
        while True:
            for ready in select.select([listening, 0, *running, *(each[1] for each in running.values())], [], [])[0]:
                if ready == 0:
                    sys.exit()  # the tests have ended
                elif ready is listening:
                    connection = listening.accept()[0]
                    job, streams = received(connection)
                    process = os.fork()
                    if not process:
                        become(streams, [connection, *running, *(each[1] for each in running.values())])
                        return job
                    running[os.pidfd_open(process)] = process, connection
                    for stream in streams:
                        os.close(stream)
                elif ready in running:
                    ended(ready, *running.pop(ready))
                else:
                    pass_on(ready, *(each[0] for each in running.values() if each[1] is ready))


def received(connection):
    """Return what a launcher asks for, and its standard streams."""
    size, streams, *_ = socket.recv_fds(connection, 8, 3)
    return json.loads(connection.recv(int.from_bytes(size, "little"), socket.MSG_WAITALL)), streams


def become(streams, others):
    """Take a program's standard streams, and close what is the server's."""
    os.setpgid(0, 0)
    for other in others:
        os.close(other) if isinstance(other, int) else other.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)


def ended(handle, process, connection):
    """Tell a launcher how its program ended."""
    os.close(handle)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    with connection, contextlib.suppress(OSError):
        connection.sendall(status.to_bytes(4, "little", signed=True))


def pass_on(connection, process=None):
    """Send a program the signals that its launcher has got; kill it when the launcher is gone."""
    if process is not None:  # else the launcher has been told in this round that the program has ended
        for number in connection.recv(16) or [signal.SIGKILL]:
            os.kill(process, number)


def run(words, environment, folder):
    """Run a program as Python does with these words."""
    changed = [name for name in READ_BY_IMPORTS if environment.get(name) != os.environ.get(name)]
    if environment.get("DMLC_ROLE", "worker") != "worker":
        changed.append("DMLC_ROLE")
    if changed:
        sys.exit(f"{', '.join(changed)}: read when mxnet is imported, so start sys.executable instead")
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    while words[0] == "-W":
        warnings.simplefilter(words[1])
        words = words[2:]
    start, *arguments = words
    sys.path[:] = [*filter(None, environment.get("PYTHONPATH", "").split(os.pathsep)), *sys.path[1:]]
    if start == "-m":
        sys.path.insert(0, folder)
        sys.argv = arguments
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
    elif start == "-c":
        sys.path.insert(0, "")
        sys.argv = ["-c", *arguments[1:]]
        exec(compile(arguments[0], "<string>", "exec"), vars(_main()))
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(start)))
        sys.argv = words
        with open(start, "rb") as file:
            exec(compile(file.read(), start, "exec"), vars(_main(start)))


def end(program):
    """Run a program, and end as Python does, but leave the modules to the system: to clear them takes a second."""
    status = 0
    try:
        program()
    except SystemExit as error:
        status = error.code
        if not isinstance(status, int | None):
            print(status, file=sys.stderr)
            status = 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        status = -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    if status == -signal.SIGINT:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(status or 0)


def _main(file=None):
    """Return a new ``__main__``."""
    result = type(sys)("__main__")
    result.__builtins__ = __builtins__
    if file is not None:
        result.__file__ = file
    sys.modules["__main__"] = result
    return result


if __name__ == "__main__":
    import mxnet  # noqa: F401

    end(lambda: run(**serve(sys.argv[1])))
