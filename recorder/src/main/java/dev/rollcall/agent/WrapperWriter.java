package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.catalogue.EntryKind;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the code of one wrapper: the entry hook, the method under its new name, then the hook for a return or for an
 * exception, which is rethrown unchanged. Not thread-safe.
 *
 * <p>The local variables are the method's own, the token, and then the result or exception. The stack map frames are written
 * by hand, because computing them would load classes of the application.
 *
 * <p>The names of fields and methods below are strings in generated code, which no compiler checks: public members of {@link
 * Hooks} and {@link MissedHooks} must be renamed here too.
 */
final class WrapperWriter {
    private static final String MISSED = Type.getInternalName(MissedHooks.class);
    private static final Object[] EMPTY = {};
    private static final Object[] THROWN = {"java/lang/Throwable"};

    private final MethodVisitor out;
    private final String owner;
    private final boolean isInterface;
    private final boolean isStatic;
    private final String descriptor;
    private final CatalogueEntry entry;
    private final int method;
    private final Type result;
    private final Type[] parameters;

    /** The local variable of each parameter. */
    private final int[] slots;

    /** The local variable of the token. */
    private final int token;

    /** The local variable of the result or exception. */
    private final int returned;

    /**
     * Prepares a wrapper.
     *
     * @param owner the class that declares the method, as an internal name
     * @param access the method's access flags
     * @param method the method's number among the hooks
     */
    WrapperWriter(
            MethodVisitor out,
            String owner,
            boolean isInterface,
            int access,
            String descriptor,
            CatalogueEntry entry,
            int method) {
        this.out = out;
        this.owner = owner;
        this.isInterface = isInterface;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        this.descriptor = descriptor;
        this.entry = entry;
        this.method = method;
        this.result = Type.getReturnType(descriptor);
        this.parameters = Type.getArgumentTypes(descriptor);
        this.slots = new int[parameters.length];
        int next = isStatic ? 0 : 1;
        for (int i = 0; i < parameters.length; i++) {
            slots[i] = next;
            next += parameters[i].getSize();
        }
        this.token = next;
        this.returned = next + 2;
    }

    /** Writes the body of the wrapper, which calls the method under this name. */
    void write(String renamed) {
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        out.visitCode();
        out.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
        out.visitLdcInsn(HookToken.NOT_ENTERED);
        out.visitVarInsn(Opcodes.LSTORE, token);
        HookCall entering = HookCall.entering(entry.kind());
        if (entering.present()) {
            guarded(EMPTY, true, entering);
        }
        out.visitLabel(start);
        callWrapped(renamed);
        out.visitLabel(end);
        Object[] resultFrame = result.getSort() == Type.VOID ? EMPTY : new Object[] {frameType(result)};
        if (resultFrame.length > 0) {
            out.visitVarInsn(result.getOpcode(Opcodes.ISTORE), returned);
        }
        HookCall leaving = HookCall.leaving(entry.kind());
        if (leaving.present()) {
            guarded(resultFrame, false, leaving);
        }
        if (entry.kind() == EntryKind.COPY) {
            writeThrowIfCorrupt(resultFrame);
        }
        if (resultFrame.length > 0) {
            out.visitVarInsn(result.getOpcode(Opcodes.ILOAD), returned);
        }
        out.visitInsn(result.getOpcode(Opcodes.IRETURN));
        out.visitLabel(handler);
        writeFrame(EMPTY, THROWN);
        out.visitVarInsn(Opcodes.ASTORE, returned);
        guarded(THROWN, false, HookCall.FAIL);
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

    /** Writes the throwing of a corrupt copy's exception, which needs no stack unless the user asked for it. */
    private void writeThrowIfCorrupt(Object[] resultFrame) {
        Label quiet = new Label();
        out.visitFieldInsn(Opcodes.GETSTATIC, HookCall.OWNER, "mayThrow", "Z");
        out.visitJumpInsn(Opcodes.IFEQ, quiet);
        out.visitMethodInsn(Opcodes.INVOKESTATIC, HookCall.OWNER, "throwIfCorrupt", "()V", false);
        out.visitLabel(quiet);
        writeFrame(resultFrame, EMPTY);
    }

    /**
     * Writes the call of a hook so that no exception leaves it. Hooks catch their own failures, but a thread may have too
     * little stack left even to start one, although the method itself needs none. Setting a field is still possible then.
     *
     * @param resultFrame the type of the result or exception, if its local variable is set
     * @param enters whether the hook begins a method and returns the token
     */
    private void guarded(Object[] resultFrame, boolean enters, HookCall call) {
        Label from = new Label();
        Label to = new Label();
        Label handler = new Label();
        Label after = new Label();
        out.visitTryCatchBlock(from, to, handler, "java/lang/Throwable");
        out.visitLabel(from);
        call.arguments().forEach(this::push);
        out.visitMethodInsn(Opcodes.INVOKESTATIC, HookCall.OWNER, call.name(), call.descriptor(), false);
        if (enters) {
            out.visitVarInsn(Opcodes.LSTORE, token);
        }
        out.visitLabel(to);
        out.visitJumpInsn(Opcodes.GOTO, after);
        out.visitLabel(handler);
        writeFrame(resultFrame, THROWN);
        out.visitInsn(Opcodes.POP);
        writeMissed(enters);
        out.visitLabel(after);
        writeFrame(resultFrame, EMPTY);
    }

    /** Writes what {@link MissedHooks#add} does, without a call, and without a lock, which the JIT compilers reject here. */
    private void writeMissed(boolean enters) {
        missedPlace("HOOKS", "[I");
        out.visitLdcInsn(enters ? method : ~method);
        out.visitInsn(Opcodes.IASTORE);
        missedPlace("COMMUNICATORS", "[Ljava/lang/Object;");
        if (enters) {
            pushMissedCommunicator();
        } else {
            out.visitInsn(Opcodes.ACONST_NULL);
        }
        out.visitInsn(Opcodes.AASTORE);
        out.visitFieldInsn(Opcodes.GETSTATIC, MISSED, "count", "I");
        out.visitInsn(Opcodes.ICONST_1);
        out.visitInsn(Opcodes.IADD);
        out.visitFieldInsn(Opcodes.PUTSTATIC, MISSED, "count", "I");
    }

    private void missedPlace(String array, String arrayDescriptor) {
        out.visitFieldInsn(Opcodes.GETSTATIC, MISSED, array, arrayDescriptor);
        out.visitFieldInsn(Opcodes.GETSTATIC, MISSED, "count", "I");
        out.visitLdcInsn(MissedHooks.HOOKS.length - 1);
        out.visitInsn(Opcodes.IAND);
    }

    /** Pushes the communicator of a missed call. A number cannot be boxed without a call. */
    private void pushMissedCommunicator() {
        int parameter = parameter(ArgumentRole.COMMUNICATOR);
        if (parameter >= 0 && !isReference(parameters[parameter])) {
            out.visitFieldInsn(Opcodes.GETSTATIC, MISSED, "UNKNOWN", "Ljava/lang/Object;");
        } else {
            push(new HookCall.Argument(HookCall.Source.RECEIVER, ArgumentRole.COMMUNICATOR));
        }
    }

    private void push(HookCall.Argument argument) {
        int parameter = parameter(argument.role());
        switch (argument.source()) {
            case METHOD -> out.visitLdcInsn(method);
            case TOKEN -> out.visitVarInsn(Opcodes.LLOAD, token);
            case THROWN -> out.visitVarInsn(Opcodes.ALOAD, returned);
            case SUBJECT -> pushSubject();
            case FLAG -> {
                if (result.getSort() == Type.VOID) {
                    out.visitInsn(Opcodes.LCONST_1);
                } else {
                    pushNumber(result, returned);
                }
            }
            case RESULT -> {
                switch (result.getSort()) {
                    case Type.LONG, Type.INT, Type.SHORT, Type.BYTE -> pushNumber(result, returned);
                    default -> out.visitInsn(Opcodes.LCONST_0);
                }
            }
            case RECEIVER -> {
                if (parameter >= 0) {
                    pushObject(parameters[parameter], slots[parameter]);
                } else {
                    pushThis();
                }
            }
            case OBJECT -> {
                if (parameter >= 0) {
                    pushObject(parameters[parameter], slots[parameter]);
                } else {
                    out.visitInsn(Opcodes.ACONST_NULL);
                }
            }
            case NUMBER -> {
                if (parameter >= 0) {
                    pushNumber(parameters[parameter], slots[parameter]);
                } else {
                    out.visitLdcInsn(-1L);
                }
            }
        }
    }

    /** Returns the index of the parameter with a role, -1 where the method has none. */
    private int parameter(ArgumentRole role) {
        int parameter = role == ArgumentRole.IGNORED ? -1 : entry.roles().indexOf(role);
        return parameter < parameters.length ? parameter : -1;
    }

    private void pushThis() {
        if (isStatic) {
            out.visitInsn(Opcodes.ACONST_NULL);
        } else {
            out.visitVarInsn(Opcodes.ALOAD, 0);
        }
    }

    private void pushSubject() {
        int made = parameter(ArgumentRole.MADE);
        if (made >= 0) {
            pushObject(parameters[made], slots[made]);
            return;
        }
        // A number that a method returns stands for a work, or for the communicator that a static method creates.
        boolean returnsHandle =
                entry.ending() == CompletionSign.WORK || entry.kind() == EntryKind.COMMUNICATOR && isStatic;
        if (isReference(result) || returnsHandle && result.getSort() != Type.VOID) {
            pushObject(result, returned);
        } else {
            pushThis();
        }
    }

    private void pushObject(Type type, int slot) {
        if (isReference(type)) {
            out.visitVarInsn(Opcodes.ALOAD, slot);
        } else {
            pushNumber(type, slot);
            out.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", false);
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

    private static boolean isReference(Type type) {
        return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }

    /**
     * Writes a stack map frame.
     *
     * @param resultFrame the type of the result or exception; empty if its local variable is not set
     * @param stack the types on the operand stack
     */
    private void writeFrame(Object[] resultFrame, Object[] stack) {
        int self = isStatic ? 0 : 1;
        Object[] locals = new Object[self + parameters.length + 1 + resultFrame.length];
        if (!isStatic) {
            locals[0] = owner;
        }
        for (int i = 0; i < parameters.length; i++) {
            locals[self + i] = frameType(parameters[i]);
        }
        locals[self + parameters.length] = Opcodes.LONG;
        System.arraycopy(resultFrame, 0, locals, self + parameters.length + 1, resultFrame.length);
        out.visitFrame(Opcodes.F_FULL, locals.length, locals, stack.length, stack);
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
}
