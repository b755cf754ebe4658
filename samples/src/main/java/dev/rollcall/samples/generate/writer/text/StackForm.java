package dev.rollcall.samples.generate.writer.text;

import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.writer.pytorch.PythonNames;
import dev.rollcall.trace.Operation;
import java.util.List;
import java.util.stream.Collectors;

/** How a tool prints the stacks of a process. */
public enum StackForm {
    /** {@code py-spy dump}, with a second thread. */
    PY_SPY("txt") {
        @Override
        String text(int pid, boolean idle, List<Frame> frames) {
            return "Process " + pid + ": /usr/bin/python3 -u train.py\nPython v3.12.3 (/usr/bin/python3.12)\n\n"
                    + thread(pid, idle, "MainThread", frames)
                    + thread(
                            pid + 90_000,
                            true,
                            "Thread-1 (_pin_memory_loop)",
                            List.of(
                                    new Frame("select", "selectors.py", 415),
                                    new Frame("wait", "multiprocessing/connection.py", 1136),
                                    new Frame("_poll", "multiprocessing/connection.py", 440),
                                    new Frame("_pin_memory_loop", "torch/utils/data/_utils/pin_memory.py", 50),
                                    new Frame("run", "threading.py", 1010)));
        }

        private String thread(int id, boolean idle, String name, List<Frame> frames) {
            return "Thread " + id + (idle ? " (idle)" : " (active)") + ": \"" + name + "\"\n"
                    + frames.stream()
                            .map(frame -> "    " + frame.function + " (" + frame.file + ":" + frame.line + ")\n")
                            .collect(Collectors.joining());
        }
    },
    /** {@code py-spy dump --json}. */
    PY_SPY_JSON("json") {
        @Override
        String text(int pid, boolean idle, List<Frame> frames) {
            return "[\n  {\n    \"pid\": " + pid + ",\n    \"thread_id\": 140,\n    \"thread_name\": \"MainThread\",\n"
                    + "    \"active\": false,\n    \"frames\": [\n"
                    + frames.stream()
                            .map(frame -> "      {\"name\": \"" + frame.function + "\", \"filename\": \"" + frame.file
                                    + "\", \"line\": " + frame.line + ", \"locals\": null}")
                            .collect(Collectors.joining(",\n"))
                    + "\n    ],\n    \"process_info\": null\n  }\n]\n";
        }
    },
    /** Python's {@code faulthandler}, at a time-out. */
    FAULTHANDLER("txt") {
        @Override
        String text(int pid, boolean idle, List<Frame> frames) {
            return "Timeout (0:05:00)!\nThread 0x" + String.format("%016x", 0x7f00_0000_0000L + pid)
                    + " (most recent call first):\n"
                    + frames.stream()
                            .map(frame -> "  File \"" + frame.file + "\", line " + frame.line + " in " + frame.function
                                    + "\n")
                            .collect(Collectors.joining());
        }
    },
    /** GDB's {@code thread apply all bt}, of a program in C that uses MPI and CUDA. */
    GDB("txt") {
        @Override
        String text(int pid, boolean idle, List<Frame> frames) {
            StringBuilder text = new StringBuilder("Thread 1 (Thread 0x7f3c12345800 (LWP " + pid + ") \"trainer\"):\n");
            for (int depth = 0; depth < frames.size(); depth++) {
                Frame frame = frames.get(depth);
                text.append(String.format("#%-3d0x00007f3c2d0e4a%02x in %s", depth, depth, frame.function))
                        .append(
                                frame.line == 0
                                        ? " () from " + frame.file
                                        : " (rank=0, step=12) at " + frame.file + ":" + frame.line)
                        .append('\n');
            }
            return text + "[Inferior 1 (process " + pid + ") detached]\n";
        }

        @Override
        List<Frame> wait(Wait wait, Operation operation) {
            return switch (wait) {
                case DATA -> List.of(new Frame("pthread_cond_wait", "/lib64/libc.so.6", 0));
                case CREATION -> mpi("PMPI_Comm_split");
                case CALL -> mpi("PMPI_" + mpiName(operation));
                case DEVICE ->
                    List.of(
                            new Frame("??", "/lib64/libcuda.so.1", 0),
                            new Frame("cudaStreamSynchronize", "/usr/lib/libcudart.so.12", 0));
            };
        }

        private List<Frame> mpi(String function) {
            return List.of(
                    new Frame("poll", "/lib64/libc.so.6", 0),
                    new Frame("opal_progress", "/usr/lib/libopen-pal.so.40", 0),
                    new Frame(function, "/usr/lib/libmpi.so.40", 0));
        }

        private String mpiName(Operation operation) {
            return switch (operation) {
                case ALL_REDUCE -> "Allreduce";
                case ALL_GATHER -> "Allgather";
                case REDUCE_SCATTER -> "Reduce_scatter";
                case ALL_TO_ALL -> "Alltoallv";
                case BROADCAST -> "Bcast";
                case REDUCE -> "Reduce";
                case SEND -> "Send";
                case RECEIVE -> "Recv";
                default -> "Barrier";
            };
        }

        @Override
        Frame frame(ScriptLine.Line line) {
            return new Frame(PythonNames.function(line), line.file("c"), line.number());
        }
    },
    /** {@code jstack}, of a program that uses JavaCPP's bindings of PyTorch and CUDA. */
    JSTACK("txt") {
        @Override
        String text(int pid, boolean idle, List<Frame> frames) {
            return "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n"
                    + "\"main\" #1 prio=5 os_prio=0 cpu=91.03ms elapsed=9.81s tid=0x00007f0c nid=0x"
                    + Integer.toHexString(pid) + " runnable  [0x00007f]\n   java.lang.Thread.State: RUNNABLE\n"
                    + frames.stream()
                            .map(frame -> "\tat " + frame.function + "(" + frame.file
                                    + (frame.line == 0 ? "" : ":" + frame.line) + ")\n")
                            .collect(Collectors.joining())
                    + "\n\"VM Thread\" os_prio=0 tid=0x00007f0e nid=0xa runnable\n";
        }

        @Override
        List<Frame> wait(Wait wait, Operation operation) {
            return switch (wait) {
                case DATA ->
                    List.of(
                            new Frame("jdk.internal.misc.Unsafe.park", "java.base@17.0.15/Native Method", 0),
                            new Frame(
                                    "java.util.concurrent.LinkedBlockingQueue.take",
                                    "java.base@17.0.15/LinkedBlockingQueue.java",
                                    435));
                case CREATION -> List.of(new Frame("org.bytedeco.pytorch.Store._wait", "Native Method", 0));
                case CALL -> List.of(new Frame("org.bytedeco.pytorch.Work._wait", "Native Method", 0));
                case DEVICE ->
                    List.of(new Frame("org.bytedeco.cuda.global.cudart.cudaStreamSynchronize", "Native Method", 0));
            };
        }

        @Override
        Frame frame(ScriptLine.Line line) {
            return new Frame("app." + line.unit() + "." + line.method(), line.file("java"), line.number());
        }
    };

    private static final String C10D = "torch/distributed/distributed_c10d.py";
    private static final String C10D_LOGGER = "torch/distributed/c10d_logger.py";

    private final String extension;

    StackForm(String extension) {
        this.extension = extension;
    }

    /** What a thread waits for. */
    enum Wait {
        /** The next batch. */
        DATA,
        /** Other ranks, in the creation of a group. */
        CREATION,
        /** Other ranks, in a call. */
        CALL,
        /** Its device. */
        DEVICE
    }

    /** A frame; {@code line} is 0 in a library without debugging information. */
    record Frame(String function, String file, int line) {}

    /** Returns the extension of such a file. */
    String extension() {
        return extension;
    }

    /** Returns what the tool prints; the innermost frame comes first. */
    abstract String text(int pid, boolean idle, List<Frame> frames);

    /** Returns the frames of libraries around a wait, innermost first; by default those of a Python program. */
    List<Frame> wait(Wait wait, Operation operation) {
        return switch (wait) {
            case DATA -> List.of(new Frame("wait", "threading.py", 355), new Frame("get", "queue.py", 171));
            case CREATION ->
                List.of(
                        new Frame("_store_based_barrier", C10D, 1007),
                        new Frame("_new_group_with_tag", C10D, 5216),
                        new Frame("wrapper", C10D_LOGGER, 95));
            case CALL ->
                List.of(new Frame(PythonNames.function(operation), C10D, 3068), new Frame("wrapper", C10D_LOGGER, 83));
            case DEVICE -> List.of(new Frame("synchronize", "torch/cuda/__init__.py", 1162));
        };
    }

    /** Returns the frame of a line of the program; by default of one in Python. */
    Frame frame(ScriptLine.Line line) {
        return new Frame(PythonNames.function(line), line.file("py"), line.number());
    }
}
