package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the code of one wrapper: entry hook, the method under its new name, then the leaving or the failing hook. An
 * exception is rethrown as it came.
 *
 * <p>The stack map frames are written by hand, because computing them would load the application's classes. Not
 * thread-safe.
 */
final class WrapperWriter {
    private static final String HOOKS = Type.getInternalName(Hooks.class);

    private final String owner;
    private final boolean isInterface;
    private final boolean isStatic;
    private final Type[] parameters;
    private final Type result;
    private final String descriptor;
    private final CatalogueEntry entry;
    private final int hook;
    private final HookShape shape;

    private final int[] slots;
    private final int token;
    private final int returned;

    private MethodVisitor out;

    /**
     * Prepares a wrapper.
     *
     * @param owner the class that declares the method, as an internal name
     * @param hook the number by which the hooks know this method
     */
    WrapperWriter(String owner, boolean isInterface, int access, String descriptor, CatalogueEntry entry, int hook) {
        this.owner = owner;
        this.isInterface = isInterface;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        this.descriptor = descriptor;
        this.parameters = Type.getArgumentTypes(descriptor);
        this.result = Type.getReturnType(descriptor);
        this.entry = entry;
        this.hook = hook;
        this.shape = HookShape.of(entry.kind());
        this.slots = new int[parameters.length];
        int next = isStatic ? 0 : 1;
        for (int i = 0; i < parameters.length; i++) {
            slots[i] = next;
            next += parameters[i].getSize();
        }
        this.token = next;
        this.returned = next + 2;
    }

    /** Writes the body of the wrapper that calls the method under the given name. */
    void write(MethodVisitor target, String renamed) {
        out = target;
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        out.visitCode();
        out.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
        if (!shape.enter().isEmpty()) {
            callHook(shape.enter(), shape.entering(), "", "J");
            out.visitVarInsn(Opcodes.LSTORE, token);
        }
        out.visitLabel(start);
        callWrapped(renamed);
        out.visitLabel(end);
        if (result.getSort() != Type.VOID) {
            out.visitVarInsn(result.getOpcode(Opcodes.ISTORE), returned);
        }
        callHook(shape.leave(), shape.leaving(), "", "V");
        if (result.getSort() != Type.VOID) {
            out.visitVarInsn(result.getOpcode(Opcodes.ILOAD), returned);
        }
        out.visitInsn(result.getOpcode(Opcodes.IRETURN));
        out.visitLabel(handler);
        writeHandlerFrame();
        out.visitVarInsn(Opcodes.ASTORE, returned);
        callHook(shape.fail(), shape.failing(), "Ljava/lang/Throwable;", "V");
        out.visitVarInsn(Opcodes.ALOAD, returned);
        out.visitInsn(Opcodes.ATHROW);
        out.visitMaxs(0, 0);
        out.visitEnd();
    }

    private void callWrapped(String renamed) {
        if (!isStatic) {
            out.visitVarInsn(Opcodes.ALOAD, 0);
        }
        for (int i = 0; i < parameters.length; i++) {
            out.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), slots[i]);
        }
        int opcode = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
        out.visitMethodInsn(opcode, owner, renamed, descriptor, isInterface);
    }

    private void callHook(String name, List<Push> pushes, String more, String returns) {
        pushes.forEach(this::push);
        if (!more.isEmpty()) {
            out.visitVarInsn(Opcodes.ALOAD, returned);
        }
        String hookDescriptor = "(" + HookShape.parameters(pushes) + more + ")" + returns;
        out.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, hookDescriptor, false);
    }

    private void push(Push push) {
        int parameter = entry.roles().indexOf(push.role());
        boolean present = parameter >= 0 && parameter < parameters.length;
        switch (push.source()) {
            case HOOK -> out.visitLdcInsn(hook);
            case TOKEN -> out.visitVarInsn(Opcodes.LLOAD, token);
            case SUBJECT -> pushSubject();
            case FLAG -> pushFlag();
            case RECEIVER -> {
                if (present) {
                    pushObject(parameter);
                } else {
                    pushThis();
                }
            }
            case OBJECT -> {
                if (present) {
                    pushObject(parameter);
                } else {
                    out.visitInsn(Opcodes.ACONST_NULL);
                }
            }
            case NUMBER -> {
                if (present) {
                    pushNumber(parameters[parameter], slots[parameter]);
                } else {
                    out.visitLdcInsn(-1L);
                }
            }
        }
    }

    private void pushThis() {
        if (isStatic) {
            out.visitInsn(Opcodes.ACONST_NULL);
        } else {
            out.visitVarInsn(Opcodes.ALOAD, 0);
        }
    }

    private void pushSubject() {
        if (isReference(result)) {
            out.visitVarInsn(Opcodes.ALOAD, returned);
        } else if (returnsHandle()) {
            pushNumber(result, returned);
            box();
        } else {
            pushThis();
        }
    }

    /** Returns whether the number that the method returns stands for a work or a communicator. */
    private boolean returnsHandle() {
        boolean isHandle = entry.returnsWork() || entry.kind() == EntryKind.COMMUNICATOR && isStatic;
        return isHandle && result.getSort() != Type.VOID;
    }

    private void box() {
        out.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", false);
    }

    private void pushFlag() {
        if (result.getSort() == Type.VOID) {
            out.visitInsn(Opcodes.LCONST_1);
        } else {
            pushNumber(result, returned);
        }
    }

    private void pushObject(int parameter) {
        Type type = parameters[parameter];
        if (isReference(type)) {
            out.visitVarInsn(Opcodes.ALOAD, slots[parameter]);
        } else {
            pushNumber(type, slots[parameter]);
            box();
        }
    }

    private void pushNumber(Type type, int slot) {
        switch (type.getSort()) {
            case Type.LONG -> out.visitVarInsn(Opcodes.LLOAD, slot);
            case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> {
                out.visitVarInsn(Opcodes.ILOAD, slot);
                out.visitInsn(Opcodes.I2L);
            }
            default -> out.visitLdcInsn(-1L);
        }
    }

    private void writeHandlerFrame() {
        int self = isStatic ? 0 : 1;
        boolean hasToken = !shape.enter().isEmpty();
        Object[] locals = new Object[self + parameters.length + (hasToken ? 1 : 0)];
        if (!isStatic) {
            locals[0] = owner;
        }
        for (int i = 0; i < parameters.length; i++) {
            locals[self + i] = frameType(parameters[i]);
        }
        if (hasToken) {
            locals[locals.length - 1] = Opcodes.LONG;
        }
        out.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
    }

    private static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            default -> Opcodes.INTEGER;
        };
    }

    private static boolean isReference(Type type) {
        return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }
}
