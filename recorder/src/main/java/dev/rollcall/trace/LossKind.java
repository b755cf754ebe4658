package dev.rollcall.trace;

/**
 * What a recorder had to leave out, each with its counter in the header.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Losses") and never change meaning. Immutable and
 * thread-safe.
 */
public enum LossKind {
    /** A counter this version has no name for. */
    OTHER(0, "other"),
    /** Slots of the calls ring passed over because somebody was writing them; nothing is lost by that. */
    CALLS_SKIPPED(1, "calls_skipped"),
    /** The same of the copies ring. */
    COPIES_SKIPPED(2, "copies_skipped"),
    /** Events of the calls ring for which no slot was free in a whole turn. */
    CALLS_DROPPED(3, "calls_dropped"),
    /** The same of the copies ring. */
    COPIES_DROPPED(4, "copies_dropped"),
    /** Pending calls whose slot was reused while an older one held their communicator's place for carried calls. */
    PENDING_OVERWRITTEN(5, "pending_overwritten"),
    /** Starts and ends of calls that neither ring nor communicator entry held any more. */
    UPDATES_DROPPED(6, "updates_dropped"),
    /** Communicators that the table had no entry for. */
    COMMUNICATORS(7, "communicators"),
    /** Strings that the heap had no room for. */
    STRINGS(8, "strings"),
    /** Stacks and frames that the heap had no room for. */
    STACKS(9, "stacks"),
    /** Lists that the heap had no room for, or that another thread was just writing. */
    LISTS(10, "lists"),
    /** Instrumentation notes that the heap had no room for. */
    NOTES(11, "notes"),
    /** Strings stored without their end because they are too long. */
    STRINGS_CUT(12, "strings_cut"),
    /** Bytes of the heap given up because two threads stored equal content at once. */
    HEAP_ABANDONED(13, "heap_abandoned"),
    /** Devices beyond those that the header has room for. */
    DEVICES(14, "devices"),
    /** Calls, births and waits that were not recorded, or not whole, because a stack or the Java heap was exhausted. */
    CALLS_MISSED(15, "calls_missed");

    private static final LossKind[] VALUES = values();

    private final int code;
    private final String label;

    LossKind(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** Returns the code in the file, 0 to 15. */
    public int code() {
        return code;
    }

    /** Returns the name that reports print. */
    public String label() {
        return label;
    }

    /** Returns the constant with this code, or {@link #OTHER} for a code of a later version. */
    public static LossKind ofCode(int code) {
        for (LossKind value : VALUES) {
            if (value.code == code) {
                return value;
            }
        }
        return OTHER;
    }
}
