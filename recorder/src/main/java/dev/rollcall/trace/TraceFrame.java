package dev.rollcall.trace;

/**
 * One frame of a stack.
 *
 * @param type the class, fully qualified; empty where unknown
 * @param method the method's name; empty where unknown
 * @param file the source file's name; empty where unknown
 * @param line the line in it, from 1; 0 where unknown
 */
public record TraceFrame(String type, String method, String file, int line) {

    /** A frame that cannot be read. */
    public static final TraceFrame UNKNOWN = new TraceFrame("", "", "", 0);
}
