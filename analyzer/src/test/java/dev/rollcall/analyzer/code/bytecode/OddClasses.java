package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files that javac does not write. */
final class OddClasses {
    private final Path folder;

    OddClasses(Path folder) {
        this.folder = folder;
    }

    CodeFunction fallsOffItsEnd() {
        return method("()V", code -> {
            code.visitInsn(Opcodes.NOP);
            code.visitMaxs(0, 0);
        });
    }

    CodeFunction manySlots() {
        return method("()V", code -> {
            for (int i = 0; i < 500; i++) {
                code.visitInsn(Opcodes.NOP);
            }
            code.visitInsn(Opcodes.RETURN);
            code.visitMaxs(65_535, 65_535);
        });
    }

    CodeFunction subroutine() {
        return method("()V", code -> {
            Label routine = new Label();
            code.visitJumpInsn(Opcodes.JSR, routine);
            code.visitInsn(Opcodes.RETURN);
            code.visitLabel(routine);
            code.visitVarInsn(Opcodes.ASTORE, 0);
            code.visitVarInsn(Opcodes.RET, 0);
            code.visitMaxs(1, 1);
        });
    }

    /** {@code b - a}, whose operands change places on the stack between two blocks. */
    CodeFunction swapsBetweenBlocks() {
        return method("(II)I", code -> {
            Label first = new Label();
            Label second = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitJumpInsn(Opcodes.GOTO, first);
            code.visitLabel(first);
            code.visitInsn(Opcodes.SWAP);
            code.visitJumpInsn(Opcodes.GOTO, second);
            code.visitLabel(second);
            code.visitInsn(Opcodes.ISUB);
            code.visitInsn(Opcodes.IRETURN);
            code.visitMaxs(2, 2);
        });
    }

    /** {@code a > 0 ? 1 : 2}, in a slot that has one name where it is set and another one where it is read. */
    CodeFunction renamesASlot() {
        return method("(I)I", code -> {
            Label other = new Label();
            Label set = new Label();
            Label read = new Label();
            Label end = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitJumpInsn(Opcodes.IFLE, other);
            code.visitInsn(Opcodes.ICONST_1);
            code.visitVarInsn(Opcodes.ISTORE, 1);
            code.visitLabel(set);
            code.visitJumpInsn(Opcodes.GOTO, read);
            code.visitLabel(other);
            code.visitInsn(Opcodes.ICONST_2);
            code.visitVarInsn(Opcodes.ISTORE, 1);
            code.visitLabel(read);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitInsn(Opcodes.IRETURN);
            code.visitLabel(end);
            code.visitLocalVariable("before", "I", null, set, other, 1);
            code.visitLocalVariable("after", "I", null, read, end, 1);
            code.visitMaxs(1, 2);
        });
    }

    /** Keeps an object in a local variable before its constructor runs. */
    CodeFunction storesAnObjectBeforeItsConstructor() {
        return method("()Ljava/lang/Object;", code -> {
            code.visitTypeInsn(Opcodes.NEW, "odd/Made");
            code.visitVarInsn(Opcodes.ASTORE, 0);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "odd/Made", "<init>", "()V", false);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitInsn(Opcodes.ARETURN);
            code.visitMaxs(1, 1);
        });
    }

    CodeFunction method(String descriptor, Consumer<MethodVisitor> code) {
        ClassWriter out = new ClassWriter(0);
        out.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "odd/Job", null, "java/lang/Object", null);
        MethodVisitor method = out.visitMethod(Opcodes.ACC_STATIC, "run", descriptor, null, null);
        method.visitCode();
        code.accept(method);
        method.visitEnd();
        out.visitEnd();
        CompiledUnits.write(folder, Map.of("odd.Job", out.toByteArray()));
        try (ClassUnits units = new ClassUnits(List.of(folder), List.of(), name -> true)) {
            CodeUnit unit = units.unit("odd.Job").orElseThrow();
            return unit.function(unit.functions().iterator().next()).orElseThrow();
        }
    }
}
