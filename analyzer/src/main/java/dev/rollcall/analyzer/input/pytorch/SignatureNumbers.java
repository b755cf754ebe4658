package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Signature;

/**
 * Finds the number of an entry's signature in the job's table without making the signature anew: the calls of a job are a few
 * that repeat. Not thread-safe.
 */
final class SignatureNumbers {
    private static final int SIZE = 256;

    private final InternTable<Signature> table;
    private final DumpEntry[] entries = new DumpEntry[SIZE];
    private final int[] numbers = new int[SIZE];

    SignatureNumbers(InternTable<Signature> table) {
        this.table = table;
    }

    /** Returns the number of what an entry asks for. */
    int of(DumpEntry entry) {
        long mixed = System.identityHashCode(entry.name) * 31L + entry.inputElements * 7 + entry.outputElements;
        int at = (int) (mixed * 0x9E3779B97F4A7C15L >>> 56);
        DumpEntry known = entries[at];
        if (known == null || !alike(known, entry)) {
            entries[at] = entry;
            numbers[at] = table.id(entry.signature());
        }
        return numbers[at];
    }

    /** Returns whether all that a signature is made of is the same; a no costs time and nothing else. */
    private static boolean alike(DumpEntry one, DumpEntry other) {
        return one.name == other.name
                && one.inputElements == other.inputElements
                && one.outputElements == other.outputElements
                && one.inputType == other.inputType
                && one.outputType == other.outputType
                && one.message == other.message;
    }
}
