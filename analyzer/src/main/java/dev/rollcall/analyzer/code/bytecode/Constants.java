package dev.rollcall.analyzer.code.bytecode;

import dev.rollcall.analyzer.code.form.Literal;
import java.util.Optional;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/** Instructions that push a constant. */
final class Constants {
    private Constants() {}

    /** Returns the value that an instruction pushes, as a {@link Literal} has it; empty if it pushes no number, text or class. */
    static Optional<Object> of(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return Optional.of((long) opcode - Opcodes.ICONST_0);
        }
        if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return Optional.of((long) opcode - Opcodes.LCONST_0);
        }
        if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return Optional.of((double) opcode - Opcodes.FCONST_0);
        }
        if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            return Optional.of((double) opcode - Opcodes.DCONST_0);
        }
        if (opcode == Opcodes.BIPUSH || opcode == Opcodes.SIPUSH) {
            return Optional.of((long) ((IntInsnNode) node).operand);
        }
        return node instanceof LdcInsnNode constant ? Optional.of(value(constant.cst)) : Optional.empty();
    }

    /** Returns a constant of the constant pool as a {@link Literal} has it. */
    static Object value(Object constant) {
        if (constant instanceof Integer || constant instanceof Long) {
            return ((Number) constant).longValue();
        }
        if (constant instanceof Float || constant instanceof Double) {
            return ((Number) constant).doubleValue();
        }
        if (constant instanceof String) {
            return constant;
        }
        boolean isClass = constant instanceof Type type && type.getSort() != Type.METHOD;
        return new Literal.Name(isClass ? ((Type) constant).getClassName() : name(constant));
    }

    private static String name(Object constant) {
        return constant instanceof ConstantDynamic dynamic
                ? dynamic.getBootstrapMethod().getOwner().replace('/', '.') + "." + dynamic.getName()
                : String.valueOf(constant);
    }
}
