package dev.rollcall.analyzer.launch;

import java.util.Locale;

/** The options of the recorders, docs/options.md. */
enum RecorderOption {
    FILE,
    KEEP,
    COMMANDLINE,
    SLOTS,
    HEAP,
    STACK,
    HANG,
    COPIES,
    CORRUPT,
    DEVICES,
    SYNC,
    RESULTS,
    LIBRARIES,
    CALLS;

    /** Returns the agent's name of it. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the preload recorder's name of it. */
    String variable() {
        return RecorderVariables.PREFIX + name();
    }

    static RecorderOption named(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT));
    }
}
