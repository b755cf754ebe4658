package dev.rollcall.analyzer.launch;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * Runs a command in place of this process: with its standard streams, and with the signals that this process receives. One at a
 * time.
 */
public final class RunningCommand {
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;
    private static final int SIGNALLED = 128;

    /** The signals that end a command or tell it that its end is near. The JVM keeps the others for itself or dies like any program. */
    private static final Map<String, Integer> SIGNALS = Map.of("HUP", 1, "INT", 2, "USR1", 10, "TERM", 15);

    /** What the JDK says of the system's error: {@code error=2, …}, and since 25 {@code Exec failed, error: 2 (…)}. */
    private static final Pattern STARTING_ERROR = Pattern.compile("^error=\\d+, (.*)|^.*error: \\d+ \\((.*)\\) *$");

    private final AtomicReference<String> early = new AtomicReference<>();
    private Process process;
    private boolean ended;

    private RunningCommand() {}

    /**
     * Runs a command to its end and returns its exit code, 128 + n after signal n.
     *
     * @throws LaunchException if it cannot be started; see {@link #exitCodeOfUnstartable}
     */
    public static int run(LaunchedCommand command) throws LaunchException {
        RunningCommand running = new RunningCommand();
        SIGNALS.forEach(running::forward);
        ProcessBuilder builder = new ProcessBuilder(command.words()).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(command.environment());
        try {
            running.started(builder.start());
            return running.awaitEnd();
        } catch (IOException e) {
            running.end();
            throw new LaunchException("cannot start " + command.words().get(0) + ": " + reason(e));
        }
    }

    private static String reason(IOException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return STARTING_ERROR
                .matcher(String.valueOf(cause.getMessage()))
                .replaceFirst("$1$2")
                .strip();
    }

    /** Returns the exit code of a shell for a program that cannot be started: 127 if there is none, else 126. */
    public static int exitCodeOfUnstartable(String program, Map<String, String> environment) {
        if (program.indexOf('/') >= 0) {
            return Files.exists(Path.of(program)) ? NOT_EXECUTABLE : NOT_FOUND;
        }
        return List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator)).stream()
                        .anyMatch(folder -> Files.exists(Path.of(folder, program)))
                ? NOT_EXECUTABLE
                : NOT_FOUND;
    }

    private synchronized void started(Process child) {
        process = child;
        String signal = early.get();
        if (signal != null) {
            send(signal);
        }
    }

    private int awaitEnd() {
        while (true) {
            try {
                int code = process.waitFor();
                end();
                return code;
            } catch (InterruptedException e) {
                // Nothing interrupts this thread; the command goes on in any case.
                continue;
            }
        }
    }

    private synchronized void end() {
        ended = true;
    }

    /**
     * Handles a signal from now on; one that this process ignores, as under nohup, stays ignored. The JDK offers signals in a
     * package that the compiler does not know, so that it is reached by reflection.
     */
    private void forward(String name, int number) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    RunningCommand.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "handle" -> received(name, number);
                            case "equals" -> {
                                return proxy == arguments[0];
                            }
                            case "hashCode" -> {
                                return number;
                            }
                            case "toString" -> {
                                return name;
                            }
                            default -> throw new UnsupportedOperationException(method.getName());
                        }
                        return null;
                    });
            Object which = signal.getConstructor(String.class).newInstance(name);
            Method handle = signal.getMethod("handle", signal, handler);
            Object before = handle.invoke(null, which, ours);
            if (before == handler.getField("SIG_IGN").get(null)) {
                handle.invoke(null, which, before);
            }
        } catch (InvocationTargetException e) {
            // The JVM keeps this signal for itself, as with -Xrs.
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized void received(String name, int number) {
        if (ended) {
            Runtime.getRuntime().halt(SIGNALLED + number);
        }
        if (process == null) {
            early.set(name);
        } else if (!name.equals("INT") || !isInForeground()) {
            send(name);
        }
    }

    /** The JDK can send SIGTERM and SIGKILL only; every shell has a kill. */
    private void send(String signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns whether a terminal sends its signals to this process: it then sends them to the command too, which would take a
     * second one for impatience. Source: proc(5), stat: the process group, and the terminal's foreground process group.
     */
    private static boolean isInForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return fields[2].equals(fields[5]);
        } catch (IOException | IndexOutOfBoundsException e) {
            return false;
        }
    }
}
