package dev.rollcall.analyzer.code.flow;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.FunctionBuilder;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.BitSet;
import java.util.Random;

/** Functions with random branches, and what definitions say about their flow, without any algorithm. */
final class RandomFlow {
    private RandomFlow() {}

    /** Returns a function of up to {@code most} instructions; unreachable ones are left out. */
    static CodeFunction function(Random random, int most) {
        FunctionBuilder builder = new FunctionBuilder(new FunctionId("test", "", "f", ""), CodeFunction.Form.FUNCTION);
        Variable condition = builder.parameter("c", "");
        int size = 1 + random.nextInt(most);
        FunctionBuilder.Label[] labels = new FunctionBuilder.Label[size];
        for (int i = 0; i < size; i++) {
            labels[i] = builder.label();
        }
        for (int i = 0; i < size; i++) {
            builder.place(labels[i]);
            int choice = random.nextInt(10);
            FunctionBuilder.Label one = labels[random.nextInt(size)];
            FunctionBuilder.Label near = labels[Math.min(size - 1, i + 1)];
            if (choice < 5) {
                builder.emit(new Instruction.Branch(condition), i, "", near, one);
            } else if (choice < 9) {
                builder.emit(new Instruction.Nothing(), i, "", choice < 8 ? near : one);
            } else {
                builder.emit(new Instruction.Return(null), i);
            }
        }
        return builder.build();
    }

    /** Returns the nodes that are reachable from one without another one, which may be -1. */
    static BitSet reachable(ControlFlow flow, int from, int without) {
        BitSet seen = new BitSet();
        if (from == without) {
            return seen;
        }
        seen.set(from);
        for (boolean changed = true; changed; ) {
            int before = seen.cardinality();
            for (int node : seen.stream().toArray()) {
                for (int to : flow.successors(node)) {
                    seen.set(to, to != without || seen.get(to));
                }
            }
            changed = seen.cardinality() > before;
        }
        return seen;
    }
}
