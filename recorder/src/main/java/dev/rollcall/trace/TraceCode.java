package dev.rollcall.trace;

import java.util.Locale;

/**
 * An enum constant that a trace stores as a number, its code.
 *
 * <p>The code is the constant's ordinal. Codes are part of the trace format (docs/trace-format.md, "Codes") and never change
 * meaning: new constants go to the end, and none is removed. The first constant of each enum stands for codes that only later
 * versions know.
 */
public interface TraceCode {
    /** Returns the position of the constant in its enum, from 0. */
    int ordinal();

    /** Returns the constant's name in Java. */
    String name();

    /** Returns the number in the file. */
    default int code() {
        return ordinal();
    }

    /** Returns the constant's name in lower case, as reports print it and catalogue files spell it; {@link #ofLabel} reads it. */
    default String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the constant with this code, or the first one for a code of a later version. */
    static <E extends TraceCode> E of(E[] constants, int code) {
        return code >= 0 && code < constants.length ? constants[code] : constants[0];
    }

    /** Returns the constant with this label, or the first one for any other text. */
    static <E extends TraceCode> E ofLabel(E[] constants, String label) {
        for (E constant : constants) {
            if (constant.label().equals(label)) {
                return constant;
            }
        }
        return constants[0];
    }
}
