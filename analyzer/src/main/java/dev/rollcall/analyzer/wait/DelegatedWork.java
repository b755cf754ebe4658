package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a thread hands work to other threads of its process and waits for it. A thread that waits for data waits for something else,
 * though threads load them. Native threads of libraries, such as NCCL's proxy and PyTorch's watchdog, work for no thread.
 */
enum DelegatedWork {
    /** The backward pass of PyTorch: threads of its autograd engine, which are not started by Python, run hooks and collectives. */
    BACKWARD(
            "(?:.*/)?torch/(?:autograd/(?:graph|__init__)|_tensor)\\.py",
            "",
            "torch::autograd::(?:python::Python)?Engine::execute.*") {
        @Override
        boolean runs(List<StackFrame> frames) {
            return frames.stream().anyMatch(frame -> frame.method().startsWith("torch::autograd::"))
                    || frames.stream().anyMatch(DelegatedWork::isPython) && !isOfPythonThread(frames);
        }
    },

    /** A future, a pool or a joined thread. */
    EXECUTOR(
            "(?:.*/)?(?:threading|concurrent/futures/\\w+|multiprocessing/pool)\\.py",
            "java\\.util\\.concurrent\\.(?:FutureTask|CompletableFuture|ForkJoinTask|AbstractExecutorService|ThreadPoolExecutor)"
                    + "\\b.*|java\\.lang\\.Thread\\.join",
            "std::thread::join.*|_*pthread_(?:clock)?join.*") {
        @Override
        boolean runs(List<StackFrame> frames) {
            return isOfPythonThread(frames)
                    || frames.stream().anyMatch(frame -> !frame.type().isEmpty());
        }
    };

    private final Pattern pythonFile;
    private final Pattern javaMethod;
    private final Pattern nativeFunction;

    DelegatedWork(String pythonFile, String javaMethod, String nativeFunction) {
        this.pythonFile = Pattern.compile(pythonFile);
        this.javaMethod = Pattern.compile(javaMethod);
        this.nativeFunction = Pattern.compile(nativeFunction);
    }

    /** Returns the work for which a thread waits at the top of its stack; null for none. */
    static DelegatedWork awaitedBy(CallStack stack) {
        List<StackFrame> inside =
                stack.frames().subList(0, stack.innermost() < 0 ? stack.frames().size() : stack.innermost());
        return Arrays.stream(values())
                .filter(work -> inside.stream().anyMatch(work::isWait)
                        && inside.stream().allMatch(frame -> work.isWait(frame) || isRuntime(frame)))
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a stack can be that of a thread that does such work; the innermost frame comes first. */
    abstract boolean runs(List<StackFrame> frames);

    private boolean isWait(StackFrame frame) {
        if (!frame.type().isEmpty()) {
            return javaMethod.matcher(frame.type() + "." + frame.method()).matches();
        }
        return isPython(frame)
                ? pythonFile.matcher(frame.file()).matches()
                : nativeFunction.matcher(frame.method()).matches();
    }

    /** Returns whether a frame can be within any wait: native code, or the JDK's. */
    private static boolean isRuntime(StackFrame frame) {
        return frame.type().isEmpty()
                ? !isPython(frame)
                : frame.type().startsWith("java.util.concurrent.")
                        || frame.type().startsWith("java.lang.")
                        || frame.type().startsWith("jdk.internal.");
    }

    private static boolean isOfPythonThread(List<StackFrame> frames) {
        return frames.stream()
                .filter(DelegatedWork::isPython)
                .reduce((inner, outer) -> outer)
                .filter(outermost -> EXECUTOR.isWait(outermost))
                .isPresent();
    }

    private static boolean isPython(StackFrame frame) {
        return frame.type().isEmpty() && frame.file().endsWith(".py");
    }
}
