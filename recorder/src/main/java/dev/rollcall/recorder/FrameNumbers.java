package dev.rollcall.recorder;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * Turns the frames of one class into numbers that differ for any two call sites. To resolve a method's name costs as much as to
 * walk a frame, so this happens only where the bytecode index alone is ambiguous. Thread-safe.
 */
final class FrameNumbers {
    /*
     * A site's number: the class's number in bits 32 to 63, the method's number or 0 in bits 16 to 31, the bytecode index in
     * bits 0 to 15.
     */
    private static final int METHOD_SHIFT = 16;
    private static final int CLASS_SHIFT = 32;
    private static final int INDEX_MASK = 0xffff;

    private final int id;
    private final boolean own;
    private final Map<Integer, String> methodByIndex;
    private volatile BitSet unambiguous;
    private volatile BitSet distinctByName;
    private volatile String[] methods = new String[0];

    /**
     * Makes the numbers of a class.
     *
     * @param id the class's number, from 1, so that no site is 0
     * @param own whether the class belongs to the recorder, so that its frames are left out
     * @param sites the class's call sites; null where they are unknown, so that every frame's method is resolved
     */
    FrameNumbers(int id, boolean own, CallSites sites) {
        this.id = id;
        this.own = own;
        this.methodByIndex = sites == null ? Map.of() : sites.methods();
        BitSet indexes = new BitSet();
        methodByIndex.keySet().forEach(indexes::set);
        this.unambiguous = indexes;
        this.distinctByName = new BitSet();
        if (sites != null) {
            distinctByName.or(sites.ambiguous());
            distinctByName.andNot(sites.overloaded());
        }
    }

    /** Returns whether the frames of this class are the recorder's own. */
    boolean own() {
        return own;
    }

    /** Returns the number of a frame's call site; never 0. */
    long of(StackWalker.StackFrame frame) {
        int index = frame.getByteCodeIndex();
        long number = (long) id << CLASS_SHIFT | index & INDEX_MASK;
        if (index >= 0 && unambiguous.get(index)) {
            return number;
        }
        // A descriptor costs several times as much as a name on recent JDKs.
        String descriptor = index >= 0 && distinctByName.get(index) ? "" : frame.getDescriptor();
        return number | (long) method(frame.getMethodName(), descriptor) << METHOD_SHIFT;
    }

    /**
     * Checks that the class runs the code in which its call sites were found. Another agent may have rewritten it; every
     * frame's method is resolved from then on.
     *
     * @return false where the code differs, so that numbers taken before are not valid
     */
    boolean verify(StackWalker.StackFrame frame) {
        int index = frame.getByteCodeIndex();
        if (index < 0 || !unambiguous.get(index) || frame.getMethodName().equals(methodByIndex.get(index))) {
            return true;
        }
        unambiguous = new BitSet();
        distinctByName = new BitSet();
        return false;
    }

    /** Returns a method's number in this class, from 1. */
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
