package dev.rollcall.analyzer.input.stack;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the stacks of a process as the tools print them, for a program with one line for each thing that a rank can do. */
public enum StackForm {
    PY_SPY {
        @Override
        public String write(int pid, Place place) {
            return "Process " + pid + ": python train.py --config a.yaml\nPython v3.11.7 (/usr/bin/python3.11)\n\n"
                    + "Thread " + (pid + 7) + " (idle): \"Thread-1\"\n"
                    + "    wait (threading.py:320)\n    run (tensorboard/writer.py:244)\n    _bootstrap (threading.py:995)\n"
                    + "Thread " + pid + " (active): \"MainThread\"\n"
                    + python(place, "torch/").stream()
                            .map(frame -> String.format("    %s (%s:%s)%n", (Object[]) frame))
                            .collect(Collectors.joining());
        }
    },
    PY_SPY_LOCALS {
        @Override
        public String write(int pid, Place place) {
            return PY_SPY.write(pid, place)
                    .replaceAll("(?m)^(    \\S.*)$", "$1\n        Arguments:\n            x: <f (a.py:3)>");
        }
    },
    PY_SPY_NATIVE {
        @Override
        public String write(int pid, Place place) {
            String inside = place.kind == Kind.ELSEWHERE
                    ? "    __read (libc.so.6)\n"
                    : "    __poll (libc.so.6)\n    c10d::ProcessGroup::run(std::vector<int> const&) (libtorch_cpu.so)\n";
            return PY_SPY.write(pid, place).replace("\"MainThread\"\n", "\"MainThread\"\n" + inside);
        }
    },
    PY_SPY_JSON {
        @Override
        public String write(int pid, Place place) {
            return "[\n  {\n    \"pid\": " + pid + ",\n    \"thread_id\": 140,\n    \"thread_name\": \"MainThread\",\n"
                    + "    \"os_thread_id\": " + pid
                    + ",\n    \"active\": false,\n    \"owns_gil\": false,\n    \"frames\": [\n"
                    + python(place, "/usr/lib/python3.11/site-packages/torch/").stream()
                            .map(frame -> "      {\"name\": \"" + frame[0] + "\", \"filename\": \"" + frame[1]
                                    + "\", \"module\": null, \"short_filename\": null, \"line\": " + frame[2]
                                    + ", \"locals\": null}")
                            .collect(Collectors.joining(",\n"))
                    + "\n    ],\n    \"process_info\": null\n  }\n]\n";
        }
    },
    FAULTHANDLER {
        @Override
        public String write(int pid, Place place) {
            return "Timeout (0:05:00)!\nThread 0x00007fd51d8df6c0 (most recent call first):\n  <no Python frame>\n\n"
                    + String.format(Locale.ROOT, "Thread 0x%016x (most recent call first):%n", 0x7f00_0000_0000L + pid)
                    + python(place, "/usr/lib/python3.11/site-packages/torch/").stream()
                            .map(frame -> "  File \"" + frame[1] + "\", line " + frame[2] + " in " + frame[0] + "\n")
                            .collect(Collectors.joining());
        }
    },
    GDB {
        @Override
        public String write(int pid, Place place) {
            String inside = switch (place.kind) {
                case COLLECTIVE ->
                    "#0  0x00007f3c2d0e4a35 in poll () from /lib64/libc.so.6\n"
                            + "#1  0x00007f3c2d0e4a36 in opal_progress () from /usr/lib/libopen-pal.so.40\n"
                            + "#2  0x00007f3c2d0e4a37 in PMPI_Allreduce () from /usr/lib/libmpi.so.40\n";
                case DEVICE ->
                    "#0  0x00007f3c2d0e4a35 in ?? () from /lib64/libcuda.so.1\n"
                            + "#1  0x00007f3c2d0e4a36 in ?? () from /lib64/libcuda.so.1\n"
                            + "#2  0x00007f3c2d0e4a37 in cudaStreamSynchronize () from /usr/lib/libcudart.so.12\n";
                case ELSEWHERE ->
                    "#0  0x00007f3c2d0e4a35 in read () from /lib64/libc.so.6\n"
                            + "#1  0x00007f3c2d0e4a36 in fread () from /lib64/libc.so.6\n"
                            + "#2  load (from=0x55d0 <buffer (main)>, n=3) at input.c:17\n";
            };
            return "[New LWP " + (pid + 5) + "]\n0x00007f3c2d0e4a35 in poll () from /lib64/libc.so.6\n\n"
                    + "Thread 2 (Thread 0x7f3c12345700 (LWP " + (pid + 5) + ") \"cuda-EvtHandlr\"):\n"
                    + "#0  0x00007f3c2d0e4a35 in poll () from /lib64/libc.so.6\n"
                    + "#1  0x00007f3c2d0e4a36 in clone () from /lib64/libc.so.6\n\n"
                    + "Thread 1 (Thread 0x7f3c12345800 (LWP " + pid + ") \"solver\"):\n" + inside
                    + "#3  0x000055d0 in step (model=..., n=12) at solver.c:" + place.line + "\n"
                    + "#4  main (argc=1, argv=0x7ffd3b0a8b58) at solver.c:90\n[Inferior 1 (process " + pid
                    + ") detached]\n";
        }
    },
    JSTACK {
        @Override
        public String write(int pid, Place place) {
            String inside = switch (place.kind) {
                case COLLECTIVE -> "\tat org.bytedeco.cuda.global.nccl.ncclAllReduce(Native Method)\n";
                case DEVICE ->
                    "\tat jcuda.runtime.JCuda.cudaStreamSynchronizeNative(Native Method)\n"
                            + "\tat jcuda.runtime.JCuda.cudaStreamSynchronize(JCuda.java:8013)\n";
                case ELSEWHERE ->
                    "\tat java.io.FileInputStream.readBytes(java.base@17.0.15/Native Method)\n"
                            + "\tat java.io.FileInputStream.read(java.base@17.0.15/FileInputStream.java:276)\n"
                            + "\tat app.Data.load(Data.java:17)\n";
            };
            return "2026-03-02 10:20:30\nFull thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n"
                    + "\"main\" #1 prio=5 os_prio=0 cpu=91.03ms elapsed=9.81s tid=0x00007f0c nid=0x"
                    + Integer.toHexString(pid) + " runnable  [0x00007f]\n   java.lang.Thread.State: RUNNABLE\n" + inside
                    + "\tat app.Trainer.step(Trainer.java:" + place.line + ")\n\tat app.Trainer$$Lambda$14/0x000" + pid
                    + ".run(Unknown Source)\n\tat app.Trainer.main(Trainer.java:90)\n\n"
                    + "\"Reference Handler\" #2 daemon prio=10 os_prio=0 tid=0x00007f0d nid=0x9 waiting on condition\n"
                    + "   java.lang.Thread.State: RUNNABLE\n"
                    + "\tat java.lang.ref.Reference.waitForReferencePendingList(java.base@17.0.15/Native Method)\n\n"
                    + "\"VM Thread\" os_prio=0 tid=0x00007f0e nid=0xa runnable\n\nJNI global refs: 15, weak refs: 0\n";
        }
    };

    /** What a rank does. */
    public enum Kind {
        COLLECTIVE,
        DEVICE,
        ELSEWHERE
    }

    /** Where a rank is: what it does, and the line of the application that called that. */
    public record Place(Kind kind, int line) {}

    /** Returns the stacks of a process. */
    public abstract String write(int pid, Place place);

    /** Returns the extension that such a file has. */
    public String extension() {
        return this == PY_SPY_JSON ? ".json" : ".txt";
    }

    private static List<String[]> python(Place place, String torch) {
        String[] step = {"step", "/srv/app/train.py", String.valueOf(place.line)};
        String[] module = {"<module>", "/srv/app/train.py", "90"};
        return switch (place.kind) {
            case COLLECTIVE ->
                List.of(
                        new String[] {"all_reduce", torch + "distributed/distributed_c10d.py", "2806"},
                        new String[] {"wrapper", torch + "distributed/c10d_logger.py", "81"},
                        step,
                        module);
            case DEVICE -> List.of(new String[] {"synchronize", torch + "cuda/__init__.py", "985"}, step, module);
            case ELSEWHERE ->
                List.of(
                        new String[] {
                            "readinto", torch.startsWith("/") ? "/usr/lib/python3.11/socket.py" : "socket.py", "718"
                        },
                        new String[] {"load", "/srv/app/data.py", "17"},
                        step,
                        module);
        };
    }
}
