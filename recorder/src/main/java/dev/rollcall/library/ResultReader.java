package dev.rollcall.library;

import dev.rollcall.trace.ElementType;
import java.nio.ByteBuffer;

/** Reads what a call wrote, one buffer after the other. */
@FunctionalInterface
public interface ResultReader {
    /** Reads elements, which are valid until this method returns. Returns false where it needs no more. */
    boolean read(ElementType type, ByteBuffer elements);
}
