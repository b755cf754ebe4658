package dev.rollcall.analyzer.code.library;

/**
 * An argument of a library's function.
 *
 * @param index its position, from 0, the object of a method not counted; {@link #OBJECT} for the object itself
 * @param name its keyword in Python; empty in Java
 */
public record ArgumentPosition(int index, String name) {
    /** The index of the object that a method is called on. */
    public static final int OBJECT = -1;
}
