package dev.rollcall.gpu;

import dev.rollcall.recorder.CopyRecorder;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Records what verified copies came to, and tells the user of each kind of bad one once. Thread-safe. */
final class CopyConclusions {
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final CopyRecorder recorder;
    private final Consumer<String> tell;

    CopyConclusions(CopyRecorder recorder, Consumer<String> tell) {
        this.recorder = recorder;
        this.tell = tell;
    }

    /** Returns whether a copy did not arrive as its source was. */
    static boolean corrupt(CopyCheck check) {
        return switch (check.verdict()) {
            case INTACT, SOURCE_CHANGED, NOT_VERIFIED -> false;
            case ZEROED, STALE, PARTIAL, PERMUTED, DAMAGED -> true;
        };
    }

    /** Records what a copy came to, unless it cannot be known, and gives its room back. */
    void conclude(CopyVerification ended, CopyCheck check) {
        if (!ended.unsure()) {
            record(ended.position(), ended.copy(), check);
        }
        ended.release();
    }

    /** Records what a copy came to. */
    void record(long position, CopyEvent copy, CopyCheck check) {
        recorder.completed(position, check);
        String kind = copy.sourceDevice() + " " + copy.destinationDevice() + " " + check.verdict();
        if (corrupt(check) && told.add(kind)) {
            tell.accept(CorruptionText.describe(copy, check));
        }
    }
}
