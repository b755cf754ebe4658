package dev.rollcall.recorder;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * Turns the frames of one class into numbers that tell any two call sites apart, resolving a method's name, which costs as
 * much as walking a frame, only where the bytecode index leaves it open. Thread-safe.
 */
final class ClassFrames {
    private static final int METHOD_BITS = 16;
    private static final int CLASS_SHIFT = 32;
    private static final int INDEX_MASK = 0xffff;

    private final int id;
    private final boolean own;
    private final Map<Integer, String> sole;
    private volatile BitSet unambiguous;
    private volatile BitSet namedApart;
    private volatile String[] methods = new String[0];

    /**
     * Makes the numbering of a class.
     *
     * @param id the class's number
     * @param own whether the class belongs to the recorder, so that its frames are left out
     * @param sites the class's call sites; null where they are unknown, so that every frame's method is resolved
     */
    ClassFrames(int id, boolean own, CallSites sites) {
        this.id = id;
        this.own = own;
        this.sole = sites == null ? Map.of() : sites.methods();
        BitSet indexes = new BitSet();
        sole.keySet().forEach(indexes::set);
        this.unambiguous = indexes;
        this.namedApart = new BitSet();
        if (sites != null) {
            namedApart.or(sites.ambiguous());
            namedApart.andNot(sites.overloaded());
        }
    }

    /** Returns whether the frames of this class are the recorder's own. */
    boolean own() {
        return own;
    }

    /** Returns the number of a frame's call site; never 0. */
    long key(StackWalker.StackFrame frame) {
        int index = frame.getByteCodeIndex();
        long place = (long) id << CLASS_SHIFT | index & INDEX_MASK;
        if (index >= 0 && unambiguous.get(index)) {
            return place;
        }
        // A descriptor costs several times as much as a name on recent JDKs.
        String descriptor = index >= 0 && namedApart.get(index) ? "" : frame.getDescriptor();
        return place | (long) method(frame.getMethodName(), descriptor) << METHOD_BITS;
    }

    /**
     * Checks that the class runs the code that its call sites were found in. Another agent may have rewritten it; then every
     * frame's method is resolved from now on.
     *
     * @return false where the code is another one, so that keys taken before mean nothing
     */
    boolean trustworthy(StackWalker.StackFrame frame) {
        int index = frame.getByteCodeIndex();
        if (index < 0 || !unambiguous.get(index) || frame.getMethodName().equals(sole.get(index))) {
            return true;
        }
        unambiguous = new BitSet();
        namedApart = new BitSet();
        return false;
    }

    /** Returns a method's number in this class, from 1 upwards. */
    private int method(String name, String descriptor) {
        int known = find(methods, name, descriptor);
        return known > 0 ? known : addMethod(name, descriptor);
    }

    private static int find(String[] methods, String name, String descriptor) {
        for (int i = 0; i < methods.length; i += 2) {
            if (methods[i].equals(name) && methods[i + 1].equals(descriptor)) {
                return i / 2 + 1;
            }
        }
        return 0;
    }

    private synchronized int addMethod(String name, String descriptor) {
        int known = find(methods, name, descriptor);
        if (known > 0) {
            return known;
        }
        String[] longer = Arrays.copyOf(methods, methods.length + 2);
        longer[longer.length - 2] = name;
        longer[longer.length - 1] = descriptor;
        methods = longer;
        return longer.length / 2;
    }
}
