package dev.rollcall.analyzer.scan.code;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A method's flow of control: where each instruction may go, and where the ways out of a branch meet again (its immediate
 * post-dominator, by Cooper, Harvey and Kennedy's "A Simple, Fast Dominance Algorithm" on the reversed flow). Exceptions
 * count where they are thrown in the method itself.
 */
public final class Flow {
    private final Routine routine;
    private final int[][] successors;
    private final int[] meets;
    private final Loops loops;

    Flow(Routine routine) {
        this.routine = routine;
        int n = routine.length();
        successors = new int[n][];
        for (int i = 0; i < n; i++) {
            successors[i] = successorsOf(i);
        }
        meets = PostDominators.of(successors);
        loops = new Loops(withoutRestarts());
    }

    /** A guard that does not hold goes back to its switch for the next case, which is no loop of the program's. */
    private int[][] withoutRestarts() {
        int[][] flow = new int[successors.length][];
        for (int i = 0; i < flow.length; i++) {
            int from = i;
            flow[i] = Arrays.stream(successors[i])
                    .filter(to -> to > from || !isRestart(to))
                    .toArray();
        }
        return flow;
    }

    private boolean isRestart(int target) {
        int at = target;
        int loads = 0;
        while (at < routine.length() && loads <= 2) {
            AbstractInsnNode node = routine.at(at++);
            if (node instanceof InvokeDynamicInsnNode dynamic) {
                return dynamic.bsm.getOwner().equals("java/lang/runtime/SwitchBootstraps");
            }
            if (node instanceof VarInsnNode) {
                loads++;
            } else if (node.getOpcode() >= 0) {
                return false;
            }
        }
        return false;
    }

    private int[] successorsOf(int i) {
        AbstractInsnNode node = routine.at(i);
        List<Integer> next = new ArrayList<>();
        int opcode = node.getOpcode();
        if (node instanceof JumpInsnNode jump) {
            if (opcode != Opcodes.GOTO) {
                next.add(i + 1);
            }
            next.add(routine.indexOf(jump.label));
        } else if (node instanceof TableSwitchInsnNode table) {
            table.labels.forEach(label -> next.add(routine.indexOf(label)));
            next.add(routine.indexOf(table.dflt));
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            lookup.labels.forEach(label -> next.add(routine.indexOf(label)));
            next.add(routine.indexOf(lookup.dflt));
        } else if (opcode == Opcodes.ATHROW) {
            next.addAll(handlers(i));
        } else if (!(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)) {
            next.add(i + 1);
        }
        return next.stream()
                .filter(to -> to < routine.length())
                .distinct()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private List<Integer> handlers(int at) {
        List<Integer> handlers = new ArrayList<>();
        for (TryCatchBlockNode block : routine.method().tryCatchBlocks) {
            if (covers(block, at)) {
                handlers.add(routine.indexOf(block.handler));
            }
        }
        return handlers;
    }

    /** Returns whether a block's handler is asked when the instruction throws. */
    public boolean covers(TryCatchBlockNode block, int at) {
        return routine.indexOf(block.start) <= at && at < routine.indexOf(block.end);
    }

    /** Returns the instruction where the ways out of a branch meet again; the method's length where they do not. */
    public int meets(int branch) {
        return meets[branch];
    }

    /** Returns where the ways from two instructions meet; the method's length where they do not. */
    public int meets(int one, int other) {
        boolean[] reached = new boolean[meets.length + 1];
        for (int i = one; ; i = meets[i]) {
            reached[i] = true;
            if (i == meets.length) {
                break;
            }
        }
        int i = other;
        while (!reached[i]) {
            i = meets[i];
        }
        return i;
    }

    /** Returns whether one way out of a branch stays in a loop that another one leaves. */
    public boolean decidesLoop(int branch) {
        return Arrays.stream(successors[branch]).anyMatch(to -> leavesLoop(branch, to));
    }

    /** Returns whether a way out of a branch leaves the innermost loop that another one stays in. */
    public boolean leavesLoop(int branch, int target) {
        return loops.leaves(branch, successors[branch], target);
    }

    /** Returns whether an instruction has several ways out. */
    public boolean isBranch(int at) {
        return successors[at].length > 1;
    }

    /** Returns the instructions that a branch decides over: those on its ways until they meet again. */
    public BitSet between(int branch) {
        BitSet found = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        for (int to : successors[branch]) {
            open.add(to);
        }
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at != meets[branch] && !found.get(at)) {
                found.set(at);
                for (int to : successors[at]) {
                    open.add(to);
                }
            }
        }
        return found;
    }
}
