package dev.rollcall.agent;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The local variables of one wrapper: what the method is given, the token of its call, and then what the method returns or
 * throws. Its frames are written by hand, because computing them would load the application's classes. Thread-safe, as long
 * as nobody changes the arrays.
 *
 * @param owner the class that declares the method, as an internal name
 * @param slots where each parameter is
 * @param token where the token is
 * @param returned where the result is, or the exception
 */
record WrapperLocals(
        String owner, boolean isStatic, Type[] parameters, Type result, int[] slots, int token, int returned) {
    /** Returns the local variables of a method's wrapper. */
    static WrapperLocals of(String owner, int access, String descriptor) {
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        Type[] parameters = Type.getArgumentTypes(descriptor);
        int[] slots = new int[parameters.length];
        int next = isStatic ? 0 : 1;
        for (int i = 0; i < parameters.length; i++) {
            slots[i] = next;
            next += parameters[i].getSize();
        }
        return new WrapperLocals(owner, isStatic, parameters, Type.getReturnType(descriptor), slots, next, next + 2);
    }

    /**
     * Writes a frame.
     *
     * @param held the type of what is behind the token; empty for nothing yet
     * @param stack what is on the operand stack
     */
    void writeFrame(MethodVisitor out, Object[] held, Object[] stack) {
        int self = isStatic ? 0 : 1;
        Object[] locals = new Object[self + parameters.length + 1 + held.length];
        if (!isStatic) {
            locals[0] = owner;
        }
        for (int i = 0; i < parameters.length; i++) {
            locals[self + i] = frameType(parameters[i]);
        }
        locals[self + parameters.length] = Opcodes.LONG;
        System.arraycopy(held, 0, locals, self + parameters.length + 1, held.length);
        out.visitFrame(Opcodes.F_FULL, locals.length, locals, stack.length, stack);
    }

    /** Returns how a frame writes a type. */
    static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            default -> Opcodes.INTEGER;
        };
    }
}
