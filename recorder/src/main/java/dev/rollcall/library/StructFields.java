package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the members of CUDA's structures by name: public fields in JCuda, methods without parameters in JavaCPP. Thread-safe;
 * keeps no class alive.
 */
final class StructFields {
    private static final MethodType OBJECT = MethodType.methodType(Object.class, Object.class);

    private final ClassValue<Map<String, Optional<MethodHandle>>> getters = new ClassValue<>() {
        @Override
        protected Map<String, Optional<MethodHandle>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    /** Returns whether a structure has such a member. */
    boolean has(Object structure, String name) {
        return getter(structure, name).isPresent();
    }

    /** Returns a member as an object, a number boxed. */
    Object object(Object structure, String name) throws Throwable {
        return (Object) getter(structure, name)
                .orElseThrow(() -> new NoSuchFieldException(structure.getClass().getName() + "." + name))
                .invokeExact(structure);
    }

    /** Returns a member that is a number; 0 of a structure that is null. */
    long number(Object structure, String name) throws Throwable {
        return structure == null ? 0 : ((Number) object(structure, name)).longValue();
    }

    private Optional<MethodHandle> getter(Object structure, String name) {
        Class<?> type = structure.getClass();
        return getters.get(type).computeIfAbsent(name, wanted -> bind(type, wanted));
    }

    private static Optional<MethodHandle> bind(Class<?> type, String name) {
        try {
            return Optional.of(
                    PublicMethods.field(type, name, type.getField(name).getType())
                            .asType(OBJECT));
        } catch (ReflectiveOperationException noField) {
            try {
                return Optional.of(
                        PublicMethods.getter(type, name, type.getMethod(name).getReturnType())
                                .asType(OBJECT));
            } catch (ReflectiveOperationException neither) {
                return Optional.empty();
            }
        }
    }
}
