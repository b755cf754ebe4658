package dev.rollcall.agent;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** The entry point of {@code -javaagent:rollcall-agent.jar}. */
public final class Agent {
    private static final int USAGE_EXIT = 2;

    /** The classes with which JDK 17 and JDK 25 unwind a stack that is exhausted while the trace is written. */
    private static final List<String> UNWINDING = List.of(
            "jdk.internal.misc.ScopedMemoryAccess$Scope",
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    /** Two agents in one JVM would wrap the same methods twice under one name, which the JVM rejects. */
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private Agent() {}

    /**
     * Starts recording this process. Invalid options end the process with exit code 2; after any other failure the job runs
     * unrecorded, with one warning.
     *
     * @param text the options, {@code key=value,key=value}; null without any
     */
    public static void premain(String text, Instrumentation instrumentation) {
        try {
            Options options = Options.parse(text);
            if (STARTED.compareAndSet(false, true)) {
                start(options, instrumentation);
            } else {
                AgentLog.print("the agent is given more than once; only the first one records");
            }
        } catch (OptionsException e) {
            AgentLog.print(e.getMessage());
            System.exit(USAGE_EXIT);
        } catch (Throwable e) {
            // An exception that leaves premain would abort the JVM.
            AgentLog.print("not recording: " + e + "; the job runs on");
        }
    }

    private static void start(Options options, Instrumentation instrumentation) throws Throwable {
        ProcessIdentity process = ProcessIdentity.ofThisProcess();
        Path file = options.file().resolve(process, System.getenv(), Instant.now());
        TraceWriter trace;
        try {
            trace = TraceFileCreation.create(file, options, process);
        } catch (IOException e) {
            AgentLog.print("not recording: cannot create " + file + ": " + reason(e) + "; the job runs on");
            return;
        }
        Recorder recorder = new Recorder(
                trace,
                options.slots(),
                process.rank(),
                process.world(),
                options.stackFrames(),
                options.hang(),
                new ClassFileSites(),
                WrapperFrames::without,
                AgentLog::print);
        HookedMethods methods = new HookedMethods();
        CallTransformer transformer = new CallTransformer(options.catalogue(), methods, trace);
        // The JVM accepts a prefix only for a transformer that it knows already.
        instrumentation.addTransformer(transformer);
        instrumentation.setNativeMethodPrefix(transformer, WrapperFrames.PREFIX);
        loadEarly();
        HookSession session = new HookSession(
                methods,
                recorder,
                process,
                trace,
                options.copies(),
                options.corrupt(),
                options.devices(),
                options.results());
        Hooks.install(session);
        ProcessEndHooks.install(recorder.endings());
        ProcessEndTransformer.install(instrumentation, trace);
        Runtime.getRuntime().addShutdownHook(new Thread(null, () -> end(recorder, session), "rollcall-end", 0, false));
        recorder.start(() -> {
            session.missed.account();
            session.copies.poll();
            session.devices.poll();
            recorder.buffers().poll();
        });
        AgentLog.print(AgentVersion.get() + " records "
                + String.join(", ", options.catalogue().libraries()) + " to " + file);
        warnOfLoadedClasses(options.catalogue(), instrumentation, transformer);
    }

    /** Returns why a file cannot be created, in words rather than as an exception's class. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "no permission";
        }
        if (e instanceof NoSuchFileException) {
            return "its folder cannot be created";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "its folder's name is taken by something that is not a folder";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    /** Loads what cannot be loaded once the stack is exhausted; the JVM would complain about that on stderr. */
    private static void loadEarly() {
        for (String name : UNWINDING) {
            try {
                Class.forName(name, false, null);
            } catch (ClassNotFoundException ofAnotherRelease) {
                continue;
            }
        }
    }

    private static void warnOfLoadedClasses(
            Catalogue catalogue, Instrumentation instrumentation, CallTransformer transformer) {
        Set<String> loaded = new TreeSet<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!catalogue.ofClass(type.getName()).isEmpty()) {
                loaded.add(type.getName());
            }
        }
        for (String className : loaded) {
            transformer.notInstrumented(className, catalogue.ofClass(className), "loaded before the agent");
            AgentLog.print(className + " is not recorded: it was loaded before the agent; put this agent first");
        }
    }

    /** Leaves the trace open: other shutdown hooks run concurrently, and may still call a library and hang. */
    private static void end(Recorder recorder, HookSession session) {
        try {
            session.copies.settle();
            session.streams.settle();
            session.devices.settle();
            recorder.settle();
            recorder.endings().lastThreadEnded();
        } catch (Throwable e) {
            recorder.state().failed(e);
        }
    }
}
