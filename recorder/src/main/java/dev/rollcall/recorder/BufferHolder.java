package dev.rollcall.recorder;

import dev.rollcall.trace.BufferHolderKind;
import java.lang.ref.WeakReference;

/** An object of a library that keeps a buffer allocated until it is closed or gone. Immutable and thread-safe. */
public final class BufferHolder extends WeakReference<Object> {
    /** Reads the address of a native object, 0 where it was closed, without touching the native object. */
    @FunctionalInterface
    public interface Address {
        /** Returns the address. */
        long of(Object object) throws Throwable;
    }

    private final BufferHolderKind kind;
    private final Address address;

    /** Makes the holder that an object is; the object is not kept alive. */
    public BufferHolder(Object object, BufferHolderKind kind, Address address) {
        super(object);
        this.kind = kind;
        this.address = address;
    }

    BufferHolderKind kind() {
        return kind;
    }

    /** Returns whether it still holds the buffer. What cannot be read counts as closed. */
    boolean isOpen() {
        Object object = get();
        try {
            return object != null && address.of(object) != 0;
        } catch (Throwable e) {
            return false;
        }
    }
}
