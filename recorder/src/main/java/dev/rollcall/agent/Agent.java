package dev.rollcall.agent;

import dev.rollcall.catalogue.Catalogue;
import java.lang.instrument.Instrumentation;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** The entry point of {@code -javaagent:rollcall-agent.jar}. */
public final class Agent {
    private static final int USAGE_EXIT = 2;

    /** Two agents in one JVM would wrap the same methods twice under one name, which the JVM rejects. */
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private Agent() {}

    /**
     * Instruments the classes of the catalogue; {@link RecordingStart} begins to record. Invalid options end the process with exit
     * code 2; after any other failure the job runs unrecorded, with one warning.
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
            AgentLog.flush();
            System.exit(USAGE_EXIT);
        } catch (Throwable e) {
            // An exception that leaves premain would abort the JVM.
            AgentLog.print("not recording: " + e + "; the job runs on");
        }
    }

    private static void start(Options options, Instrumentation instrumentation) {
        HookedMethods methods = new HookedMethods();
        InstrumentationNotes notes = new InstrumentationNotes();
        RecordingStart start = new RecordingStart(options, instrumentation, methods, notes);
        CallTransformer transformer = new CallTransformer(options.catalogue(), methods, notes, start::prepare);
        // The JVM accepts a prefix only for a transformer that it knows already.
        instrumentation.addTransformer(transformer);
        instrumentation.setNativeMethodPrefix(transformer, WrapperFrames.PREFIX);
        Hooks.beginWith(start);
        warnOfLoadedClasses(options.catalogue(), instrumentation, transformer);
        if (RankCheck.isRankOfSeveral(System.getenv(), options.catalogue())) {
            start.beginAtOnce();
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
}
