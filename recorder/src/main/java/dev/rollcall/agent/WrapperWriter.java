package dev.rollcall.agent;

import dev.rollcall.catalogue.CatalogueEntry;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the code of one wrapper: entry hook, the method under its new name, then the leaving or the failing hook. An
 * exception is rethrown as it came, and none comes from a hook.
 *
 * <p>Not thread-safe.
 */
final class WrapperWriter {
    private static final String MISSED = Type.getInternalName(MissedHooks.class);
    private static final String THROWABLE = "Ljava/lang/Throwable;";
    private static final Object[] NOTHING = {};
    private static final Object[] THROWN = {"java/lang/Throwable"};

    private final MethodVisitor out;
    private final WrapperLocals locals;
    private final boolean isInterface;
    private final String descriptor;
    private final int hook;
    private final HookShape shape;
    private final HookArguments arguments;

    /**
     * Prepares a wrapper.
     *
     * @param owner the class that declares the method, as an internal name
     * @param hook the number by which the hooks know this method
     */
    WrapperWriter(
            MethodVisitor out,
            String owner,
            boolean isInterface,
            int access,
            String descriptor,
            CatalogueEntry entry,
            int hook) {
        this.out = out;
        this.locals = WrapperLocals.of(owner, access, descriptor);
        this.isInterface = isInterface;
        this.descriptor = descriptor;
        this.hook = hook;
        this.shape = HookShape.of(entry.kind());
        this.arguments = new HookArguments(out, locals, entry, hook);
    }

    /** Writes the body of the wrapper that calls the method under the given name. */
    void write(String renamed) {
        Type result = locals.result();
        int returned = locals.returned();
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        out.visitCode();
        out.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
        out.visitLdcInsn(Recording.NOT_ENTERED);
        out.visitVarInsn(Opcodes.LSTORE, locals.token());
        if (!shape.enter().isEmpty()) {
            guarded(NOTHING, true, () -> {
                callHook(shape.enter(), shape.entering(), "", "J");
                out.visitVarInsn(Opcodes.LSTORE, locals.token());
            });
        }
        out.visitLabel(start);
        callWrapped(renamed);
        out.visitLabel(end);
        Object[] held = result.getSort() == Type.VOID ? NOTHING : new Object[] {WrapperLocals.frameType(result)};
        if (held.length > 0) {
            out.visitVarInsn(result.getOpcode(Opcodes.ISTORE), returned);
        }
        if (!shape.leave().isEmpty()) {
            guarded(held, false, () -> callHook(shape.leave(), shape.leaving(), "", "V"));
        }
        if (shape.raises()) {
            raise(held);
        }
        if (held.length > 0) {
            out.visitVarInsn(result.getOpcode(Opcodes.ILOAD), returned);
        }
        out.visitInsn(result.getOpcode(Opcodes.IRETURN));
        out.visitLabel(handler);
        locals.writeFrame(out, NOTHING, THROWN);
        out.visitVarInsn(Opcodes.ASTORE, returned);
        guarded(THROWN, false, () -> callHook(shape.fail(), shape.failing(), THROWABLE, "V"));
        out.visitVarInsn(Opcodes.ALOAD, returned);
        out.visitInsn(Opcodes.ATHROW);
        out.visitMaxs(0, 0);
        out.visitEnd();
    }

    /** Writes what throws on purpose, which needs no stack unless the user asked for it. */
    private void raise(Object[] held) {
        Label quiet = new Label();
        out.visitFieldInsn(Opcodes.GETSTATIC, shape.owner(), "throwing", "Z");
        out.visitJumpInsn(Opcodes.IFEQ, quiet);
        out.visitMethodInsn(Opcodes.INVOKESTATIC, shape.owner(), "raise", "()V", false);
        out.visitLabel(quiet);
        locals.writeFrame(out, held, NOTHING);
    }

    /**
     * Writes a hook's call so that nothing comes out of it. The hooks catch what fails in them, but a thread may have too
     * little stack left even to begin with one, where the method itself needs none; a field can be set nevertheless.
     *
     * @param held the type of the local variable behind the token, if it is set
     * @param enters whether the hook begins something
     */
    private void guarded(Object[] held, boolean enters, Runnable hookCall) {
        Label from = new Label();
        Label to = new Label();
        Label handler = new Label();
        Label after = new Label();
        out.visitTryCatchBlock(from, to, handler, "java/lang/Throwable");
        out.visitLabel(from);
        hookCall.run();
        out.visitLabel(to);
        out.visitJumpInsn(Opcodes.GOTO, after);
        out.visitLabel(handler);
        locals.writeFrame(out, held, THROWN);
        out.visitInsn(Opcodes.POP);
        writeMissed(enters);
        out.visitLabel(after);
        locals.writeFrame(out, held, NOTHING);
    }

    /** Writes what {@link MissedHooks#add} does, without a call, and without a lock, which the JIT compilers balk at here. */
    private void writeMissed(boolean enters) {
        missedPlace("HOOKS", "[I");
        out.visitLdcInsn(enters ? hook : ~hook);
        out.visitInsn(Opcodes.IASTORE);
        missedPlace("OBJECTS", "[Ljava/lang/Object;");
        arguments.pushCommunicator(enters);
        out.visitInsn(Opcodes.AASTORE);
        missedField(Opcodes.GETSTATIC, "count", "I");
        out.visitInsn(Opcodes.ICONST_1);
        out.visitInsn(Opcodes.IADD);
        missedField(Opcodes.PUTSTATIC, "count", "I");
    }

    private void missedPlace(String array, String arrayDescriptor) {
        missedField(Opcodes.GETSTATIC, array, arrayDescriptor);
        missedField(Opcodes.GETSTATIC, "count", "I");
        out.visitLdcInsn(MissedHooks.HOOKS.length - 1);
        out.visitInsn(Opcodes.IAND);
    }

    private void missedField(int opcode, String name, String type) {
        out.visitFieldInsn(opcode, MISSED, name, type);
    }

    private void callWrapped(String renamed) {
        if (!locals.isStatic()) {
            out.visitVarInsn(Opcodes.ALOAD, 0);
        }
        Type[] parameters = locals.parameters();
        for (int i = 0; i < parameters.length; i++) {
            out.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), locals.slots()[i]);
        }
        int opcode = locals.isStatic() ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
        out.visitMethodInsn(opcode, locals.owner(), renamed, descriptor, isInterface);
    }

    private void callHook(String name, List<HookArgument> pushes, String more, String returns) {
        pushes.forEach(arguments::push);
        if (!more.isEmpty()) {
            out.visitVarInsn(Opcodes.ALOAD, locals.returned());
        }
        String hookDescriptor = "(" + HookShape.parameters(pushes) + more + ")" + returns;
        out.visitMethodInsn(Opcodes.INVOKESTATIC, shape.owner(), name, hookDescriptor, false);
    }
}
