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

    /** Of JDK 17 and of JDK 25. */
    private static final List<String> UNWINDING = List.of(
            "jdk.internal.misc.ScopedMemoryAccess$Scope",
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    /** Two agents in one JVM would wrap the same methods twice under one name, which the JVM refuses. */
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private Agent() {}

    /**
     * Starts to record this process. Options that cannot be used end it with exit code 2; anything else that goes wrong
     * costs a warning, and the job runs unrecorded.
     *
     * @param text the options, {@code key=value,key=value}; null without any
     */
    public static void premain(String text, Instrumentation instrumentation) {
        try {
            Options options = Options.parse(text);
            if (STARTED.compareAndSet(false, true)) {
                start(options, instrumentation);
            } else {
                AgentLog.tell("this agent is named more than once; the first one records");
            }
        } catch (OptionsException e) {
            AgentLog.tell(e.getMessage());
            System.exit(USAGE_EXIT);
        } catch (Throwable e) {
            AgentLog.tell("not recording: " + e + "; the job runs on");
        }
    }

    /** Returns why a file cannot be made, in words rather than an exception's class. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "no permission";
        }
        if (e instanceof NoSuchFileException) {
            return "its folder cannot be made";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "something that is no folder has its folder's name";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    private static void start(Options options, Instrumentation instrumentation) throws Throwable {
        ProcessIdentity process = ProcessIdentity.ofThisProcess();
        Path file = options.file().resolve(process, System.getenv(), Instant.now());
        TraceWriter trace;
        try {
            trace = TraceFiles.create(file, options, process);
        } catch (IOException e) {
            AgentLog.tell("not recording: cannot make " + file + ": " + reason(e) + "; the job runs on");
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
                AgentLog::tell);
        HookedMethods hooks = new HookedMethods();
        CallTransformer transformer = new CallTransformer(options.catalogue(), hooks, trace);
        // The prefix belongs to a transformer that is already known to the JVM.
        instrumentation.addTransformer(transformer);
        instrumentation.setNativeMethodPrefix(transformer, ClassWrapper.PREFIX);
        loadEarly();
        Session session = new Session(hooks, recorder, process, trace);
        Recording.install(session);
        CopySession copies = session.copies(options.copies(), options.corrupt());
        CopyHooks.install(copies);
        ProcessEndHooks.install(recorder.endings());
        ProcessEndTransformer.install(instrumentation, trace);
        Runtime.getRuntime().addShutdownHook(new Thread(null, () -> end(recorder, copies), "rollcall-end", 0, false));
        recorder.start(() -> {
            session.missed().account();
            copies.poll();
        });
        AgentLog.tell(AgentVersion.get() + " records "
                + String.join(", ", options.catalogue().libraries()) + " to " + file);
        tellLoadedBefore(options.catalogue(), instrumentation, transformer);
    }

    /**
     * Loads what the JVM needs to unwind a stack that is exhausted while the trace is written. Loading it there would fail, and
     * the JVM's instrumentation complains about that on stderr.
     */
    private static void loadEarly() {
        for (String name : UNWINDING) {
            try {
                Class.forName(name, false, null);
            } catch (ClassNotFoundException ofAnotherRelease) {
                continue;
            }
        }
    }

    private static void tellLoadedBefore(
            Catalogue catalogue, Instrumentation instrumentation, CallTransformer transformer) {
        Set<String> loaded = new TreeSet<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!catalogue.ofClass(type.getName()).isEmpty()) {
                loaded.add(type.getName());
            }
        }
        for (String className : loaded) {
            transformer.notInstrumented(className, catalogue.ofClass(className), "loaded before the agent");
            AgentLog.tell(className + " is not recorded: it was loaded before the agent; name this agent first");
        }
    }

    /** Leaves the trace open: other shutdown hooks run at the same time, and may call, and hang in a call, after this one. */
    private static void end(Recorder recorder, CopySession copies) {
        try {
            copies.settle();
            recorder.settle();
            recorder.endings().lastThreadEnded();
        } catch (Throwable e) {
            recorder.state().failed(e);
        }
    }
}
