package dev.rollcall.agent;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/** Wraps the catalogued methods of each class as it is loaded, and notes in the trace which it wrapped. Thread-safe. */
final class CallTransformer implements ClassFileTransformer {
    private static final String NO_WORK = "its catalogue entry says \": work\", but it returns no object or integer";

    private final Catalogue catalogue;
    private final Set<String> classes = new HashSet<>();
    private final HookedMethods hooks;
    private final InstrumentationNotes notes;
    private final Runnable wrapped;

    /**
     * Makes a transformer.
     *
     * @param wrapped called after each class that was wrapped, on the thread that loads it
     */
    CallTransformer(Catalogue catalogue, HookedMethods hooks, InstrumentationNotes notes, Runnable wrapped) {
        this.catalogue = catalogue;
        this.hooks = hooks;
        this.notes = notes;
        this.wrapped = wrapped;
        for (String name : catalogue.classNames()) {
            classes.add(name.replace('.', '/'));
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || !classes.contains(name)) {
            return null;
        }
        String className = name.replace('/', '.');
        List<CatalogueEntry> entries = catalogue.ofClass(className);
        try {
            if (!seesHooks(loader)) {
                notInstrumented(className, entries, "its class loader does not see the agent");
                AgentLog.print(className + " is not recorded: its class loader does not see the agent");
                return null;
            }
            byte[] wrapper = wrap(loader, className, entries, classFile);
            wrapped.run();
            return wrapper;
        } catch (Throwable e) {
            notInstrumented(className, entries, e.toString());
            AgentLog.print(className + " is not recorded: " + e);
            return null;
        }
    }

    private byte[] wrap(ClassLoader loader, String className, List<CatalogueEntry> entries, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ClassWrapper wrapper = new ClassWrapper(writer, entries, hooks, loader);
        reader.accept(wrapper, 0);
        for (CatalogueEntry entry : entries) {
            if (!entry.kind().instrumented()) {
                continue;
            }
            List<String> descriptors = wrapper.wrapped(entry);
            for (String descriptor : descriptors) {
                notes.add(className, entry.method(), descriptor, true, "");
            }
            List<String> workless = wrapper.workless(entry);
            for (String descriptor : workless) {
                notes.add(className, entry.method(), descriptor, false, NO_WORK);
                AgentLog.print(className + "." + entry.method() + descriptor + " is not recorded: " + NO_WORK);
            }
            if (descriptors.isEmpty() && workless.isEmpty()) {
                notes.add(className, entry.signature(), "", false, "the class has no such method");
            }
        }
        return writer.toByteArray();
    }

    /** Notes in the trace that none of a class's methods is instrumented. */
    void notInstrumented(String className, List<CatalogueEntry> entries, String why) {
        for (CatalogueEntry entry : entries) {
            if (entry.kind().instrumented()) {
                notes.add(className, entry.signature(), "", false, why);
            }
        }
    }

    private static boolean seesHooks(ClassLoader loader) {
        try {
            return loader != null
                    && Class.forName(Hooks.class.getName(), false, loader) == Hooks.class
                    // Initialized now, because a wrapper uses it where there is no stack to do so.
                    && Class.forName(MissedHooks.class.getName(), true, loader) == MissedHooks.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
