package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** Binds public methods and fields of an application's classes, with every reference type as Object. */
final class PublicMethods {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    private PublicMethods() {}

    /**
     * Binds a method without parameters.
     *
     * @param type what the handle returns
     */
    static MethodHandle getter(Class<?> owner, String name, Class<?> type) throws ReflectiveOperationException {
        return bind(owner.getMethod(name), MethodType.methodType(type, Object.class));
    }

    /**
     * Binds a method.
     *
     * @param type the handle's type, which begins with the receiver
     * @param parameters the parameters that select the method
     */
    static MethodHandle method(Class<?> owner, String name, MethodType type, Class<?>... parameters)
            throws ReflectiveOperationException {
        return bind(owner.getMethod(name, parameters), type);
    }

    /** Binds a public field. */
    static MethodHandle field(Class<?> owner, String name, Class<?> type) throws ReflectiveOperationException {
        return LOOKUP.unreflectGetter(owner.getField(name)).asType(MethodType.methodType(type, Object.class));
    }

    private static MethodHandle bind(Method method, MethodType type) throws ReflectiveOperationException {
        return LOOKUP.unreflect(method).asType(type);
    }
}
