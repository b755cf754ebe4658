package dev.rollcall.samples.generate.writer.text;

import java.util.List;
import java.util.stream.Collectors;

/** How a tool prints the stack of the first thread of a process. */
public enum StackForm {
    /** {@code py-spy dump --json}. */
    PY_SPY_JSON("json") {
        @Override
        String text(int pid, List<Frame> frames) {
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
        String text(int pid, List<Frame> frames) {
            return "Timeout (0:05:00)!\nThread 0x" + String.format("%016x", 0x7f00_0000_0000L + pid)
                    + " (most recent call first):\n"
                    + frames.stream()
                            .map(frame -> "  File \"" + frame.file + "\", line " + frame.line + " in " + frame.function
                                    + "\n")
                            .collect(Collectors.joining());
        }
    },
    /** GDB's {@code thread apply all bt}, of a program in C. */
    GDB("txt") {
        @Override
        String text(int pid, List<Frame> frames) {
            StringBuilder text = new StringBuilder("Thread 1 (Thread 0x7f3c12345800 (LWP " + pid + ") \"trainer\"):\n");
            for (int depth = 0; depth < frames.size(); depth++) {
                Frame frame = frames.get(depth);
                text.append(String.format("#%-3d0x00007f3c2d0e4a%02x in ", depth, depth))
                        .append(frame.function + " (rank=0, step=12) at " + frame.file + ":" + frame.line + "\n");
            }
            return text + "[Inferior 1 (process " + pid + ") detached]\n";
        }
    },
    /** {@code jstack}. */
    JSTACK("txt") {
        @Override
        String text(int pid, List<Frame> frames) {
            return "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n"
                    + "\"main\" #1 prio=5 os_prio=0 cpu=91.03ms elapsed=9.81s tid=0x00007f0c nid=0x"
                    + Integer.toHexString(pid) + " runnable  [0x00007f]\n   java.lang.Thread.State: RUNNABLE\n"
                    + frames.stream()
                            .map(frame -> "\tat app.Trainer." + frame.function + "(Trainer.java:" + frame.line + ")\n")
                            .collect(Collectors.joining())
                    + "\n\"VM Thread\" os_prio=0 tid=0x00007f0e nid=0xa runnable\n";
        }
    };

    private final String extension;

    StackForm(String extension) {
        this.extension = extension;
    }

    /** A frame. */
    record Frame(String function, String file, int line) {}

    /** Returns the extension of such a file. */
    String extension() {
        return extension;
    }

    /** Returns what the tool prints; the innermost frame comes first. */
    abstract String text(int pid, List<Frame> frames);
}
