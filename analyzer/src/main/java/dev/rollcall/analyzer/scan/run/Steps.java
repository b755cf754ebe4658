package dev.rollcall.analyzer.scan.run;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Runs single instructions. */
final class Steps {
    /** Instead of the next instruction: the method returns a value. */
    static final int RESULT = -1;
    /** Instead of the next instruction: the method returns. */
    static final int NOTHING = -2;

    private final Machine machine;

    Steps(Machine machine) {
        this.machine = machine;
    }

    /** Runs an instruction and returns which one is next. */
    int step(Frame frame, int at) {
        if (at >= frame.routine.length()) {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
        AbstractInsnNode node = frame.routine.at(at);
        switch (node.getType()) {
            case AbstractInsnNode.INSN -> {
                return plain(frame, node.getOpcode(), at);
            }
            case AbstractInsnNode.INT_INSN -> number(frame, (IntInsnNode) node);
            case AbstractInsnNode.VAR_INSN -> variable(frame, (VarInsnNode) node);
            case AbstractInsnNode.IINC_INSN -> {
                IincInsnNode add = (IincInsnNode) node;
                frame.locals[add.var] =
                        Arithmetic.binary(Opcodes.IADD, frame.locals[add.var], constant(add.incr), machine.open);
            }
            case AbstractInsnNode.LDC_INSN -> frame.push(literal(((LdcInsnNode) node).cst));
            case AbstractInsnNode.TYPE_INSN -> type(frame, (TypeInsnNode) node);
            case AbstractInsnNode.FIELD_INSN -> machine.heap.field(frame, (FieldInsnNode) node);
            case AbstractInsnNode.METHOD_INSN -> machine.calls.call(frame, (MethodInsnNode) node);
            case AbstractInsnNode.INVOKE_DYNAMIC_INSN -> machine.calls.dynamic(frame, (InvokeDynamicInsnNode) node);
            case AbstractInsnNode.MULTIANEWARRAY_INSN -> {
                MultiANewArrayInsnNode make = (MultiANewArrayInsnNode) node;
                for (int i = 1; i < make.dims; i++) {
                    frame.pop();
                }
                frame.push(machine.heap.array(
                        frame, Type.getType(make.desc).getDescriptor().substring(1), frame.pop()));
            }
            case AbstractInsnNode.JUMP_INSN -> {
                return machine.branches.jump(frame, (JumpInsnNode) node, at);
            }
            case AbstractInsnNode.TABLESWITCH_INSN -> {
                return machine.branches.table(frame, (TableSwitchInsnNode) node, at);
            }
            case AbstractInsnNode.LOOKUPSWITCH_INSN -> {
                return machine.branches.lookup(frame, (LookupSwitchInsnNode) node, at);
            }
            default -> {
                // Labels, lines and frames do nothing.
            }
        }
        return at + 1;
    }

    private Const constant(Object content) {
        return new Const(content, false, machine.open);
    }

    private Value literal(Object constant) {
        if (constant instanceof Type || constant instanceof org.objectweb.asm.Handle) {
            return constant(constant.toString());
        }
        if (constant instanceof org.objectweb.asm.ConstantDynamic) {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
        return constant(constant);
    }

    private void number(Frame frame, IntInsnNode node) {
        if (node.getOpcode() == Opcodes.NEWARRAY) {
            String element = String.valueOf("ZCFDBSIJ".charAt(node.operand - Opcodes.T_BOOLEAN));
            frame.push(machine.heap.array(frame, element, frame.pop()));
        } else {
            frame.push(constant(node.operand));
        }
    }

    private void variable(Frame frame, VarInsnNode node) {
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
            Value value = frame.locals[node.var];
            if (value == null) {
                throw new Ended(Ended.Why.NOT_UNDERSTOOD);
            }
            frame.push(value);
        } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            frame.locals[node.var] = frame.pop();
        } else {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
    }

    private void type(Frame frame, TypeInsnNode node) {
        switch (node.getOpcode()) {
            case Opcodes.NEW -> frame.push(machine.heap.create(frame, node.desc));
            case Opcodes.ANEWARRAY ->
                frame.push(
                        machine.heap.array(frame, Type.getObjectType(node.desc).getDescriptor(), frame.pop()));
            case Opcodes.INSTANCEOF -> frame.push(machine.heap.instanceOf(frame, frame.pop(), node.desc));
            default -> {
                // A cast of what is not known says what it is; a failing one is no matter of ranks.
                Value value = frame.pop();
                frame.push(machine.heap.cast(value, node.desc));
            }
        }
    }

    private int plain(Frame frame, int opcode, int at) {
        if (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1) {
            frame.push(constant(Arithmetic.constant(opcode)));
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            Value index = frame.pop();
            frame.push(machine.heap.load(frame, frame.pop(), index, opcode));
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            Value value = frame.pop();
            Value index = frame.pop();
            machine.heap.store(frame.pop(), index, value);
        } else if (opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
            Shuffle.run(frame, opcode);
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
            return RESULT;
        } else if (opcode == Opcodes.RETURN) {
            return NOTHING;
        } else if (opcode == Opcodes.ATHROW) {
            throw new Thrown(frame.pop(), machine.open);
        } else if (opcode == Opcodes.ARRAYLENGTH) {
            frame.push(machine.heap.length(frame.pop()));
        } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
            frame.pop();
        } else if (opcode != Opcodes.NOP) {
            compute(frame, opcode);
        }
        return at + 1;
    }

    private void compute(Frame frame, int opcode) {
        if (Arithmetic.isUnary(opcode)) {
            frame.push(Arithmetic.unary(opcode, frame.pop(), machine.open));
            return;
        }
        Value right = frame.pop();
        Value left = frame.pop();
        if (Arithmetic.dividesByZero(opcode, right)) {
            throw new Thrown(
                    new Ext("java/lang/ArithmeticException", "division by zero", false, false, machine.open),
                    machine.open);
        }
        frame.push(Arithmetic.binary(opcode, left, right, machine.open));
    }
}
