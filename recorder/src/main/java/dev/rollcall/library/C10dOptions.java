package dev.rollcall.library;

import java.lang.invoke.MethodHandle;

/** How to read one class of c10d's options, such as {@code AllreduceOptions}; absent fields have no handle. */
record C10dOptions(MethodHandle reduceOp, MethodHandle rootRank) {
    /** Finds what options of this class tell. */
    static C10dOptions of(Class<?> type) {
        return new C10dOptions(getter(type, "reduceOp", Object.class), getter(type, "rootRank", long.class));
    }

    private static MethodHandle getter(Class<?> type, String name, Class<?> result) {
        try {
            return PublicMethods.getter(type, name, result);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
