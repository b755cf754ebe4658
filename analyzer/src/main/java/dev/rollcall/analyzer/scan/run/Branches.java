package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Routine;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Takes branches, by what is known or by what the oracle says, and keeps which ones are open. */
final class Branches {
    /** How often a loop goes round whose bound is not known. */
    private static final int ROUNDS = 2;

    /** How often a loop goes round that what is known by then of an unknown would keep going for ever. */
    private static final int MOST_ROUNDS = 16;

    private final Machine machine;
    private final Conditions conditions;

    Branches(Machine machine) {
        this.machine = machine;
        conditions = new Conditions(machine.oracle, machine.behaviour);
    }

    /** Asks whether a number that may be unknown is not zero, on behalf of a library's code. */
    boolean isTrue(Value value, long instance) {
        return !conditions.compare(
                value, Relation.EQUAL, Const.of(0), question("callback", true, true, false), instance);
    }

    /** Decides over something that is no branch of the program, such as whether an unknown object is null. */
    boolean decide(String unknown, long constant, String place, boolean first) {
        return machine.oracle.decide(unknown, Relation.EQUAL, constant, question(place, first, true, true));
    }

    private static Oracle.Question question(String place, boolean first, boolean free, boolean minor) {
        return new Oracle.Question(place, first, free, minor);
    }

    /** Closes the branches whose ways meet at an instruction. */
    void close(Frame frame, int at) {
        Open kept = machine.open;
        for (Open each = machine.open; each != frame.base && each != null; each = each.outer) {
            if (each.frame == frame && each.until == at) {
                kept = each.outer;
            }
        }
        machine.open = kept;
    }

    int jump(Frame frame, JumpInsnNode node, int at) {
        int target = frame.routine.indexOf(node.label);
        int opcode = node.getOpcode();
        if (opcode == Opcodes.GOTO) {
            return target;
        }
        if (opcode == Opcodes.JSR) {
            throw new Ended(Ended.Why.NOT_UNDERSTOOD);
        }
        int visit = frame.visit();
        long instance = instance(frame, at, visit);
        if (visit >= Math.min(MOST_ROUNDS, machine.oracle.rounds()) && endsAlike(frame, opcode, at, visit)) {
            return leave(frame, node, at, instance);
        }
        boolean taken = conditions.jumps(frame, opcode, question(frame, at, visit, target), instance);
        took(frame, at, instance, taken ? 1 : 0);
        return taken ? target : at + 1;
    }

    /** Returns whether a branch has kept a loop going for long enough by what is the same on all ranks, or by what is unknown. */
    private boolean endsAlike(Frame frame, int opcode, int at, int visit) {
        if (!frame.routine.flow().decidesLoop(at)) {
            return false;
        }
        boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        List<Value> asked = two ? List.of(frame.peek(0), frame.peek(1)) : List.of(frame.peek(0));
        if (asked.stream().anyMatch(each -> each instanceof Sym || each instanceof Ext)) {
            return visit >= MOST_ROUNDS;
        }
        return visit >= machine.oracle.rounds()
                && asked.stream().allMatch(each -> each instanceof Const && !each.ranked());
    }

    private int leave(Frame frame, JumpInsnNode node, int at, long instance) {
        frame.pop();
        if (node.getOpcode() >= Opcodes.IF_ICMPEQ && node.getOpcode() <= Opcodes.IF_ACMPNE) {
            frame.pop();
        }
        int target = frame.routine.indexOf(node.label);
        boolean taken = frame.routine.flow().leavesLoop(at, target);
        took(frame, at, instance, taken ? 1 : 0);
        return taken ? target : at + 1;
    }

    /** A loop of unknown length goes round some times and then leaves; other branches fall through first. */
    private Oracle.Question question(Frame frame, int at, int visit, int target) {
        Routine routine = frame.routine;
        String place = routine + routine.method().desc + "@" + at;
        if (visit >= ROUNDS && routine.flow().decidesLoop(at)) {
            return question(place, routine.flow().leavesLoop(at, target), false, true);
        }
        return question(place, false, true, !machine.reach.decides(routine, at));
    }

    int table(Frame frame, TableSwitchInsnNode node, int at) {
        int[] keys = new int[node.labels.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = node.min + i;
        }
        return choose(frame, at, keys, node.labels.toArray(LabelNode[]::new), node.dflt);
    }

    int lookup(Frame frame, LookupSwitchInsnNode node, int at) {
        int[] keys = node.keys.stream().mapToInt(Integer::intValue).toArray();
        return choose(frame, at, keys, node.labels.toArray(LabelNode[]::new), node.dflt);
    }

    private int choose(Frame frame, int at, int[] keys, LabelNode[] labels, LabelNode otherwise) {
        Value value = frame.pop();
        int visit = frame.visit();
        long instance = instance(frame, at, visit);
        for (int i = 0; i < keys.length; i++) {
            Oracle.Question question = question(
                    frame.routine + "@" + at + "=" + keys[i], i == 0, true, !machine.reach.decides(frame.routine, at));
            if (conditions.compare(value, Relation.EQUAL, Const.of(keys[i]), question, instance)) {
                int target = frame.routine.indexOf(labels[i]);
                took(frame, at, instance, target);
                return target;
            }
        }
        int target = frame.routine.indexOf(otherwise);
        took(frame, at, instance, target);
        return target;
    }

    private static long instance(Frame frame, int at, int visit) {
        return Keys.mix(Keys.mix(frame.instance, at), visit);
    }

    private void took(Frame frame, int at, long instance, int way) {
        machine.behaviour.ways.put(instance, way);
        Site site = new CodeSite(frame.routine, at);
        Open outer = machine.open;
        for (Open each = machine.open; each != frame.base && each != null; each = each.outer) {
            if (each.frame == frame && site.equals(each.site)) {
                outer = each.outer;
            }
        }
        machine.open = Open.branch(instance, site, frame.routine.flow().meets(at), frame, outer);
    }
}
