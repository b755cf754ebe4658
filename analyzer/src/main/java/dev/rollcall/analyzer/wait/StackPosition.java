package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a rank is according to the stack of its main thread: in a call in which ranks wait for each other, in a wait for its
 * device, or elsewhere. Only the frames between the application's line and the top of the stack decide: a collective further out
 * is a wrapper, as with FSDP's modules around a computation. Immutable.
 *
 * @param kind what the rank waits for
 * @param operation the function in which it waits, such as {@code all_reduce}; empty where it waits elsewhere
 * @param stack the stack
 */
public record StackPosition(Kind kind, String operation, CallStack stack) {
    private static final Pattern NATIVE_COLLECTIVE = Pattern.compile(
            "\\b(?:P?(MPI_(?!Wtime)[A-Z]\\w*)|(nccl(?:All|Reduce|Bcast|Broadcast|Send|Recv|Group|Comm)\\w*)"
                    + "|(nvshmem\\w*(?:barrier|wait)\\w*)|gloo::(\\w+)"
                    + "|c10d::\\S*?(\\w*(?:wait|synchronize|barrier|reduce|gather|scatter|broadcast|send|recv|alltoall|Store)\\w*))");

    private static final Pattern NATIVE_DEVICE = Pattern.compile(
            "\\b((?:cuda|hip)(?:Stream|Device|Event)Synchronize|cu(?:Stream|Ctx|Event)Synchronize|(?:cuda|hip)Memcpy|cuMemcpyDtoH)\\w*");

    /** Files of Python libraries whose functions, at the top of a stack, wait for other ranks. */
    private static final List<String> PYTHON_COLLECTIVES = List.of(
            "torch/distributed/distributed_c10d.py",
            "torch/distributed/utils.py",
            "torch/distributed/rendezvous.py",
            "torch/distributed/_functional_collectives.py",
            "torch/distributed/nn/functional.py",
            "_fsdp_collectives.py",
            "torch/nn/parallel/distributed.py",
            "torch/nn/modules/_functions.py",
            "/mpi_ops.py");

    /** Files of Python libraries whose functions, at the top of a stack, wait for the device. */
    private static final List<String> PYTHON_DEVICES = List.of(
            "torch/cuda/__init__.py",
            "torch/cuda/streams.py",
            "torch/autograd/graph.py",
            "torch/autograd/__init__.py",
            "amp/grad_scaler.py");

    private static final Pattern JAVA_COLLECTIVE = Pattern.compile(
            "(?:mpi\\.\\w+|org\\.bytedeco\\.pytorch\\.(?:ProcessGroup|DistributedBackend|Work|Store|TCPStore|FileStore|PrefixStore)\\w*)"
                    + "|org\\.bytedeco\\.cuda\\.global\\.nccl");

    private static final Pattern JAVA_DEVICE =
            Pattern.compile("jcuda\\..*|org\\.bytedeco\\.cuda\\.global\\.cuda(?:rt)?");

    /** Functions around others that add nothing to them. */
    private static final Set<String> WRAPPERS =
            Set.of("wrapper", "_wrapper", "inner", "decorate_context", "_fn", "__call__", "apply");

    /** What a rank waits for. */
    public enum Kind {
        /** Other ranks, in a collective, a message or the creation of a group. */
        OTHER_RANKS,
        /** Its device, which may be waiting for other ranks. */
        DEVICE,
        /** Neither: it computes, or waits for a file, a lock or a process. */
        ELSEWHERE,
        /** The stack has no frame of the application and no known function. */
        UNKNOWN
    }

    /**
     * Returns the position that the threads of a process show: that of its main thread or, if that one waits for a thread that makes
     * a collective for it, of that thread.
     *
     * @param threads the snapshots, the oldest first
     * @return null for no threads
     */
    public static StackPosition of(List<ThreadSnapshot> threads) {
        ThreadSnapshot main = ThreadSnapshot.mostRelevant(threads);
        if (main == null) {
            return null;
        }
        StackPosition own = of(main.stack());
        DelegatedWork work = DelegatedWork.awaitedBy(main.stack());
        if (own.kind == Kind.OTHER_RANKS || work == null) {
            return own;
        }
        List<StackPosition> workers = threads.stream()
                .filter(thread ->
                        thread.time() == main.time() && !thread.thread().equals(main.thread()))
                .map(ThreadSnapshot::stack)
                .filter(stack -> work.runs(stack.frames()))
                .map(stack -> new StackPosition(of(stack), stack.site() < 0 ? main.stack() : stack))
                .filter(position -> position.kind == Kind.OTHER_RANKS || position.kind == Kind.ELSEWHERE)
                .toList();
        // Nothing shows for which one of several workers the main thread waits.
        boolean open = workers.stream().anyMatch(worker -> worker.kind == Kind.ELSEWHERE);
        return open
                ? own
                : workers.stream()
                        .min(Comparator.comparing(worker -> worker.place().toString()))
                        .orElse(own);
    }

    private StackPosition(StackPosition other, CallStack stack) {
        this(other.kind, other.operation, stack);
    }

    /** Returns the position that a stack shows. */
    static StackPosition of(CallStack stack) {
        Kind kind = stack.site() < 0 ? Kind.UNKNOWN : Kind.ELSEWHERE;
        String operation = "";
        int end = stack.innermost() < 0 ? stack.frames().size() : stack.innermost();
        for (StackFrame frame : stack.frames().subList(0, end)) {
            String collective = collective(frame);
            String device = device(frame);
            if (!collective.isEmpty()) {
                kind = Kind.OTHER_RANKS;
                operation = collective;
            } else if (!device.isEmpty() && kind != Kind.OTHER_RANKS) {
                kind = Kind.DEVICE;
                operation = device;
            } else if (device.isEmpty() && !isPassage(frame)) {
                break;
            }
        }
        return new StackPosition(kind, operation, stack);
    }

    /** Returns what is equal for ranks in the same place. */
    List<Object> place() {
        return List.of(kind, operation, stack.path());
    }

    /** Returns whether a rank with another position, null for none, is in the same place. */
    public boolean isSamePlace(StackPosition other) {
        return other != null && place().equals(other.place());
    }

    /** Returns whether a rank waits for other ranks or for its device. */
    public boolean waits() {
        return kind == Kind.OTHER_RANKS || kind == Kind.DEVICE;
    }

    private static String collective(StackFrame frame) {
        if (!frame.type().isEmpty()) {
            return JAVA_COLLECTIVE.matcher(frame.type()).matches() ? frame.method() : "";
        }
        if (isPython(frame)) {
            return !WRAPPERS.contains(frame.method()) && endsWithAny(frame.file(), PYTHON_COLLECTIVES)
                    ? pythonOperation(frame)
                    : "";
        }
        return nativeOperation(NATIVE_COLLECTIVE, frame);
    }

    private static String device(StackFrame frame) {
        if (!frame.type().isEmpty()) {
            return JAVA_DEVICE.matcher(frame.type()).matches() && frame.method().contains("ynchronize")
                    ? frame.method()
                    : "";
        }
        if (isPython(frame)) {
            return endsWithAny(frame.file(), PYTHON_DEVICES) ? pythonOperation(frame) : "";
        }
        return nativeOperation(NATIVE_DEVICE, frame);
    }

    /** Returns the name by which users know a function. */
    private static String pythonOperation(StackFrame frame) {
        if (frame.file().endsWith("torch/nn/modules/_functions.py")) {
            return "SyncBatchNorm";
        }
        if (frame.file().endsWith("torch/nn/parallel/distributed.py")
                && frame.method().equals("__init__")) {
            return "DistributedDataParallel";
        }
        return frame.method().equals("_engine_run_backward") ? "backward" : frame.method();
    }

    private static String nativeOperation(Pattern functions, StackFrame frame) {
        Matcher function = functions.matcher(frame.method());
        if (!function.find()) {
            return "";
        }
        for (int group = 1; group <= function.groupCount(); group++) {
            if (function.group(group) != null) {
                return function.group(group);
            }
        }
        return function.group();
    }

    /** Returns whether a frame says nothing about what the thread waits for: native code, and wrappers. */
    private static boolean isPassage(StackFrame frame) {
        return frame.type().isEmpty() && (!isPython(frame) || WRAPPERS.contains(frame.method()));
    }

    private static boolean isPython(StackFrame frame) {
        return frame.file().endsWith(".py");
    }

    private static boolean endsWithAny(String file, List<String> ends) {
        String path = file.replace('\\', '/');
        return ends.stream().anyMatch(path::endsWith);
    }
}
