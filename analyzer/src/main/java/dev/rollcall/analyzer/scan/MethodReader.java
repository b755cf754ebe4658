package dev.rollcall.analyzer.scan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads one method's flow of control, instruction by instruction. */
final class MethodReader extends MethodVisitor {
    private final Consumer<MethodCode> sink;
    private final List<Integer> lines = new ArrayList<>();
    private final List<Label[]> jumps = new ArrayList<>();
    private final BitSet fallsThrough = new BitSet();
    private final Map<Label, Integer> offsets = new HashMap<>();
    private int line;

    MethodReader(Consumer<MethodCode> sink) {
        super(Opcodes.ASM9);
        this.sink = sink;
    }

    private void instruction(boolean next, Label... targets) {
        if (next) {
            fallsThrough.set(lines.size());
        }
        lines.add(line);
        jumps.add(targets);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
    }

    @Override
    public void visitLabel(Label label) {
        offsets.put(label, lines.size());
    }

    @Override
    public void visitInsn(int opcode) {
        boolean ends = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW;
        instruction(!ends);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instruction(opcode != Opcodes.GOTO, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        choose(otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        choose(otherwise, labels);
    }

    private void choose(Label otherwise, Label[] labels) {
        Label[] all = new Label[labels.length + 1];
        System.arraycopy(labels, 0, all, 0, labels.length);
        all[labels.length] = otherwise;
        instruction(false, all);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instruction(true);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instruction(opcode != Opcodes.RET);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        instruction(true);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        instruction(true);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
        instruction(true);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        instruction(true);
    }

    @Override
    public void visitLdcInsn(Object value) {
        instruction(true);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instruction(true);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        instruction(true);
    }

    @Override
    public void visitEnd() {
        int[] each = lines.stream().mapToInt(Integer::intValue).toArray();
        int[][] targets = new int[each.length][];
        for (int i = 0; i < targets.length; i++) {
            Label[] labels = jumps.get(i);
            targets[i] = new int[labels.length];
            for (int k = 0; k < labels.length; k++) {
                targets[i][k] = offsets.get(labels[k]);
            }
        }
        sink.accept(new MethodCode(each, targets, fallsThrough));
    }
}
