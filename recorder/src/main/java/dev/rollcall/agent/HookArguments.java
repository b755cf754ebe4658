package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes what one wrapper passes to its hooks. Not thread-safe. */
final class HookArguments {
    private final MethodVisitor out;
    private final WrapperLocals locals;
    private final CatalogueEntry entry;
    private final int hook;

    HookArguments(MethodVisitor out, WrapperLocals locals, CatalogueEntry entry, int hook) {
        this.out = out;
        this.locals = locals;
        this.entry = entry;
        this.hook = hook;
    }

    /** Pushes one argument of a hook. */
    void push(HookArgument push) {
        int parameter = entry.roles().indexOf(push.role());
        boolean present = parameter >= 0 && parameter < locals.parameters().length;
        switch (push.source()) {
            case HOOK -> out.visitLdcInsn(hook);
            case TOKEN -> out.visitVarInsn(Opcodes.LLOAD, locals.token());
            case SUBJECT -> pushSubject();
            case FLAG -> pushFlag();
            case RESULT -> pushResult();
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
                    pushNumber(locals.parameters()[parameter], locals.slots()[parameter]);
                } else {
                    out.visitLdcInsn(-1L);
                }
            }
        }
    }

    private void pushThis() {
        if (locals.isStatic()) {
            out.visitInsn(Opcodes.ACONST_NULL);
        } else {
            out.visitVarInsn(Opcodes.ALOAD, 0);
        }
    }

    private void pushSubject() {
        if (isReference(locals.result())) {
            out.visitVarInsn(Opcodes.ALOAD, locals.returned());
        } else if (returnsHandle()) {
            pushNumber(locals.result(), locals.returned());
            box();
        } else {
            pushThis();
        }
    }

    /** Returns whether the number that the method returns stands for a work or a communicator. */
    private boolean returnsHandle() {
        boolean isHandle = entry.returnsWork() || entry.kind() == EntryKind.COMMUNICATOR && locals.isStatic();
        return isHandle && locals.result().getSort() != Type.VOID;
    }

    private void box() {
        out.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", false);
    }

    private void pushFlag() {
        if (locals.result().getSort() == Type.VOID) {
            out.visitInsn(Opcodes.LCONST_1);
        } else {
            pushNumber(locals.result(), locals.returned());
        }
    }

    private void pushResult() {
        switch (locals.result().getSort()) {
            case Type.LONG, Type.INT, Type.SHORT, Type.BYTE -> pushNumber(locals.result(), locals.returned());
            default -> out.visitInsn(Opcodes.LCONST_0);
        }
    }

    private void pushObject(int parameter) {
        Type type = locals.parameters()[parameter];
        if (isReference(type)) {
            out.visitVarInsn(Opcodes.ALOAD, locals.slots()[parameter]);
        } else {
            pushNumber(type, locals.slots()[parameter]);
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

    /** Pushes the communicator of a call that begins, null of one that ends, without a call. */
    void pushCommunicator(boolean enters) {
        int parameter = entry.roles().indexOf(ArgumentRole.COMMUNICATOR);
        boolean present = parameter >= 0 && parameter < locals.parameters().length;
        if (!enters) {
            out.visitInsn(Opcodes.ACONST_NULL);
        } else if (present && !isReference(locals.parameters()[parameter])) {
            out.visitFieldInsn(
                    Opcodes.GETSTATIC, Type.getInternalName(MissedHooks.class), "UNTOLD", "Ljava/lang/Object;");
        } else {
            push(HookArgument.receiver(ArgumentRole.COMMUNICATOR));
        }
    }

    private static boolean isReference(Type type) {
        return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
    }
}
