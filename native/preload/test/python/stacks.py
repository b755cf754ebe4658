"""Makes MPI calls from all kinds of Python code, and compares the stacks in their trace with what Python itself says of them.

usage: stacks.py calls FOLDER KIND…   MPI is preloaded, too, behind the recorder. Writes FOLDER/PID.json, which says what is expected
                                      in FOLDER/PID.trace, unless frames are uncertain; KIND as in KINDS. Needs native.c for two kinds,
                                      compiled to the library ROLLCALL_TEST_NATIVE
       stacks.py compare FOLDER       decodes the traces by docs/decode_trace.py
"""
import ctypes
import glob
import json
import os
import subprocess
import sys
import threading
import time

DEPTH = int(os.environ.get("ROLLCALL_STACK", 32))
MOST_TEXT = 4096
EXPECTED = []


def frames(frame):
    """The frames that a trace should have, the innermost first; of a generator, too."""
    found = []
    while frame is not None:
        file = frame.f_code.co_filename.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        found.append([frame.f_code.co_name, file, frame.f_lineno])
        frame = frame.f_back
    return found


def here():
    """The communicator; notes the stack of the call whose argument it is, which stands in one line with it."""
    EXPECTED.append(frames(sys._getframe(1)))
    return WORLD


def module_level():
    barrier(here())


def nested():
    cell = []

    def inner(value):
        def innermost():
            cell.append(value)
            barrier(here())
        return innermost()
    inner(1)
    (lambda: barrier(here()))()
    return [barrier(here()) for _ in range(2)]


def generators():
    def outer():
        yield from inner()

    def inner():
        for _ in range(2):
            barrier(here())
            yield
    for _ in outer():
        pass
    sum(barrier(here()) for _ in range(2))

    async def coroutine():
        async def awaited():
            barrier(here())
        await awaited()
    try:
        coroutine().send(None)
    except StopIteration:
        pass


def recursion():
    def descend(depth):
        if depth:
            descend(depth - 1)
        else:
            barrier(here())
    descend(3)
    descend(300)


class Managed:
    def __enter__(self):
        barrier(here())

    def __exit__(self, *error):
        barrier(here())
        return True

    def __del__(self):
        barrier(here())

    @property
    def value(self):
        return barrier(here())

    @staticmethod
    def compare(one, other):
        barrier(here())
        return 0


def callbacks():
    """Python that C code calls: each has an interpreter of its own on the C stack."""
    with Managed() as _:
        raise ValueError
    Managed().value
    sorted([3, 1, 2], key=lambda each: barrier(here()))
    called = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(Managed.compare)
    array = (ctypes.c_int * 2)(2, 1)
    ctypes.CDLL(None).qsort(array, ctypes.c_size_t(2), ctypes.c_size_t(4), called)
    try:
        raise KeyError
    except KeyError:
        barrier(here())
    finally:
        barrier(here())


def names():
    """Names in each of the forms in which Python keeps strings, and a file name that is no text or too long."""
    for name in ("plain", "caf\u00e9", "\u65e5\u672c\u8a9e", "\U00010330\U00010331"):
        for file in ("/tmp/%s.py" % name, "/tmp/\udcff%s.py" % name):
            scope = dict(globals())
            exec(compile("def %s():\n\n    barrier(here())\n" % name, file, "exec"), scope)
            scope[name]()
    exec(compile("barrier(here())", "", "exec"), dict(globals()))
    exec(compile("barrier(here())", "/" + "\u00e9" * 3000 + ".py", "exec"), dict(globals()))


def lines():
    """Lines far apart and backwards; and code that comes to lie where other code was, with the same names."""
    for apart in (1, 126, 127, 128, 129, 300, 70000):
        space = "\n" * apart
        scope = dict(globals())
        exec(compile("def far():\n    a = 1%s\n    barrier(here())%s\n    barrier(here())\n" % (space, space), "far.py", "exec"), scope)
        scope["far"]()
    wide = "".join("    a%d = [%s]\n" % (i, ", ".join("a%d" % (i - 1) for _ in range(40))) for i in range(1, 120))
    scope = dict(globals())
    exec(compile("def wide():\n    a0 = 1\n" + wide + "    barrier(here())\n", "wide.py", "exec"), scope)
    scope["wide"]()
    for line in range(100):
        exec(compile("\n" * (line % 7) + "barrier(here())", "file%d.py" % (line % 3), "exec"), dict(globals()))
    spread = "def spread():\n    x = (\n        1 +\n        2)\n    barrier(\n        here())\n    barrier(here(\n    ))\n"
    exec(compile(spread, "spread.py", "exec"), scope)
    begin = len(EXPECTED)
    scope["spread"]()
    # Python's own frame had the line of the argument.
    EXPECTED[begin][0][2] = 5


def threads():
    def work(times):
        for _ in range(times):
            nested()
    for _ in range(20):
        thread = threading.Thread(target=work, args=(3,))
        thread.start()
        thread.join()


def child():
    """A forked child, whose trace is another one. It is forked in a thread, which is then its main one."""
    def fork():
        if os.fork() == 0:
            EXPECTED.clear()
            nested()
            expect()
            os._exit(0)
        os.wait()
    barrier(here())
    fork()
    thread = threading.Thread(target=fork)
    thread.start()
    thread.join()


def finalized():
    """A daemon thread calls while the interpreter ends; its frames are freed then."""
    threading.Thread(target=native().call_for_long, args=(barrier, WORLD), daemon=True).start()
    # Until the thread is in C.
    time.sleep(0.1)


def forbidden():
    """The recorder must not read by copies; the kind is the first one."""
    barrier(WORLD)


def native():
    """What native.c is compiled to."""
    return ctypes.CDLL(os.environ["ROLLCALL_TEST_NATIVE"])


KINDS = {kind.__name__: kind for kind in (module_level, nested, generators, recursion, callbacks, names, lines, threads, child, finalized,
                                          forbidden)}


def expect():
    """Writes what is expected in the trace of this process."""
    with open("%s/%d.json" % (FOLDER, os.getpid()), "w") as file:
        json.dump(EXPECTED, file)


def cut(name):
    """A name as far as a trace has it in any case."""
    return name.encode()[:MOST_TEXT - 3].decode("utf-8", "ignore")


def compare(expected_file):
    decoder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../docs/decode_trace.py")
    with open(expected_file) as file:
        expected = json.load(file)
    decoded = subprocess.run([sys.executable, decoder, expected_file.replace(".json", ".trace")], stdout=subprocess.PIPE, check=True)
    stacks = [event["stack"] for event in json.loads(decoded.stdout)["calls"] if event.get("function") == "MPI_Barrier"]
    if len(stacks) != len(expected):
        raise SystemExit("%d calls in the trace, %d expected" % (len(stacks), len(expected)))
    for number, (stack, wanted) in enumerate(zip(stacks, expected)):
        native = sum(1 for frame in stack if frame["type"])
        found = [[frame["method"], cut(frame["file"]), frame["line"]] for frame in stack[native:]]
        wanted = [[name, cut(file), line] for name, file, line in wanted][:DEPTH - native]
        if native == 0 or any(frame["type"] for frame in stack[native:]) or found != wanted:
            raise SystemExit("call %d: %s, expected behind the native frames: %s" % (number, stack, wanted))
    return len(expected)


def main():
    global FOLDER, WORLD, barrier
    FOLDER = sys.argv[2]
    if sys.argv[1] == "compare":
        print("%d stacks" % sum(compare(file) for file in glob.glob(FOLDER + "/*.json")))
        return
    program = ctypes.CDLL(None)
    if hasattr(program, "ompi_mpi_comm_world"):
        WORLD = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(program, "ompi_mpi_comm_world")))
    else:
        WORLD = ctypes.c_int(0x44000000)
    barrier = program.MPI_Barrier
    if "forbidden" in sys.argv and native().forbid_copies():
        raise SystemExit("seccomp is not available")
    program.MPI_Init(None, None)
    for kind in sys.argv[3:]:
        KINDS[kind]()
    if not {"finalized", "forbidden"} & set(sys.argv):
        expect()
        program.MPI_Finalize()


if __name__ == "__main__":
    main()
