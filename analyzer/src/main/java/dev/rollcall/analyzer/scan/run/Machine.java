package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.scan.code.Program;
import dev.rollcall.analyzer.scan.code.Routine;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Runs methods as one rank of a world. Lives for one run. */
final class Machine {
    private static final int MOST_STEPS = 150_000;
    private static final int DEEPEST = 120;
    private static final int DEEPEST_STACK = 64;

    final Program program;
    final Reach reach;
    final Library library;
    final Oracle oracle;
    private final Asides asides;
    final RankInputs inputs;
    private final int rank;
    private final int world;
    /** Whether the run begins where the program begins. */
    final boolean whole;

    final Behaviour behaviour = new Behaviour();
    final Branches branches;
    final Calls calls = new Calls(this);
    final Heap heap = new Heap(this);
    private final Steps steps = new Steps(this);
    private final Map<String, Map<String, Value>> statics = new HashMap<>();
    private final Set<Routine> entered = new HashSet<>();
    private int taken;
    private int limit = MOST_STEPS;
    private int depth;
    Open open;
    Frame frame;

    /**
     * Makes a machine.
     *
     * @param rank what it runs as, from 0
     * @param world how many ranks there are
     * @param whole whether the run begins where the program begins
     */
    Machine(
            Program program,
            Reach reach,
            Library library,
            Oracle oracle,
            Asides asides,
            RankInputs inputs,
            int rank,
            int world,
            boolean whole) {
        this.program = program;
        this.reach = reach;
        this.library = library;
        this.oracle = oracle;
        this.asides = asides;
        this.inputs = inputs;
        this.rank = rank;
        this.world = world;
        this.whole = whole;
        branches = new Branches(this);
    }

    /** Returns the rank that it runs as. */
    int rank() {
        behaviour.asked = true;
        return rank;
    }

    /** Returns how many ranks there are. */
    int world() {
        behaviour.asked = true;
        return world;
    }

    /** Returns how many instructions were run. */
    int taken() {
        return taken;
    }

    /** Runs a method to its end and returns its result, null where it has none. */
    Value invoke(Routine routine, List<Value> arguments, long instance, String rounds) {
        boolean aside = !reach.reaches(routine) && (frame == null || reach.reaches(frame.routine));
        if (!aside) {
            return run(routine, arguments, instance, rounds);
        }
        if (asides.leaveOut(instance)) {
            return unknown(routine, arguments, rounds);
        }
        int before = limit;
        Frame caller = frame;
        Open openBefore = open;
        int depthBefore = depth;
        limit = Math.min(limit, taken + asides.mostSteps());
        try {
            return run(routine, arguments, instance, rounds);
        } catch (Ended e) {
            if (e.why == Ended.Why.EXIT || e.why == Ended.Why.AGAIN || taken >= before) {
                throw e;
            }
            if (asides.learn(instance)) {
                throw new Ended(Ended.Why.AGAIN);
            }
            frame = caller;
            open = openBefore;
            depth = depthBefore;
            return unknown(routine, arguments, rounds);
        } finally {
            limit = before;
        }
    }

    private Value unknown(Routine routine, List<Value> arguments, String rounds) {
        return heap.unknown(
                Keys.of(routine.toString(), arguments) + rounds, Calls.result(routine), Keys.ranked(arguments));
    }

    /** Runs a method that an object was asked for; which object that is can be because of a branch. */
    Value invokeOn(Value receiver, Routine routine, List<Value> arguments, long instance, String rounds) {
        Open before = open;
        if (receiver.origin() != null) {
            open = Open.handler(receiver.origin(), -1, null, open);
        }
        Value result = invoke(routine, arguments, instance, rounds);
        open = before;
        return result;
    }

    private Value run(Routine routine, List<Value> arguments, long instance, String rounds) {
        if (++depth > DEEPEST) {
            throw new Ended(Ended.Why.TOO_DEEP);
        }
        entered.add(routine);
        Frame caller = frame;
        Frame callee = new Frame(routine, caller, instance, rounds, open);
        int slot = 0;
        for (Value argument : arguments) {
            callee.locals[slot] = argument;
            slot += argument.wide() ? 2 : 1;
        }
        frame = callee;
        Value result = loop(callee);
        frame = caller;
        open = callee.base;
        depth--;
        return result;
    }

    private Value loop(Frame callee) {
        int at = 0;
        while (true) {
            if (++taken > limit) {
                throw new Ended(Ended.Why.TOO_LONG);
            }
            callee.at = at;
            branches.close(callee, at);
            try {
                at = steps.step(callee, at);
                if (at < 0) {
                    return at == Steps.NOTHING ? null : callee.pop();
                }
            } catch (Thrown thrown) {
                int handler = handler(callee, at, thrown);
                frame = callee;
                int meets = callee.routine.flow().meets(at, handler);
                open = Open.handler(thrown.open, meets, callee, inFrame(callee));
                callee.clear();
                callee.push(thrown.exception);
                at = handler;
            }
        }
    }

    /** Returns what is open of a frame itself, where calls below it were cut short by an exception. */
    private Open inFrame(Frame callee) {
        Open each = open;
        while (each != null && each != callee.base && each.frame != callee) {
            each = each.outer;
        }
        return each;
    }

    private int handler(Frame callee, int at, Thrown thrown) {
        for (TryCatchBlockNode block : callee.routine.method().tryCatchBlocks) {
            if (callee.routine.flow().covers(block, at) && heap.isA(thrown.exception, block.type)) {
                depth -= depthBelow(callee);
                return callee.routine.indexOf(block.handler);
            }
        }
        throw thrown;
    }

    private int depthBelow(Frame callee) {
        int below = 0;
        for (Frame each = frame; each != null && each != callee; each = each.caller) {
            below++;
        }
        return below;
    }

    /** Returns a class's static fields; its initializer runs first, where it did not yet. */
    Map<String, Value> statics(String type) {
        Map<String, Value> found = statics.get(type);
        if (found != null) {
            return found;
        }
        Map<String, Value> fields = new HashMap<>();
        statics.put(type, fields);
        program.find(type).ifPresent(node -> {
            if (node.superName != null && program.has(node.superName)) {
                statics(node.superName);
            }
            for (FieldNode field : node.fields) {
                if (field.value != null) {
                    fields.put(field.name, Const.of(field.value));
                }
            }
            program.resolve(type, "<clinit>", "()V")
                    .filter(init -> init.owner() == node)
                    .ifPresent(init -> invoke(init, List.of(), Keys.mix(7, type.hashCode()), ""));
        });
        return fields;
    }

    /** Returns what a static field holds that this run did not set: where the run is a part, others may have. */
    Value neverSet(String field, String descriptor) {
        return whole ? Zero.of(descriptor) : heap.unknown(field, Type.getType(descriptor), false);
    }

    /** Returns the lines of the calls that are running, innermost first. */
    List<CodePlace> stack() {
        List<CodePlace> places = new ArrayList<>();
        for (Frame each = frame; each != null && places.size() < DEEPEST_STACK; each = each.caller) {
            places.add(new CodePlace(
                    each.routine.owner().name.replace('/', '.'),
                    each.routine.method().name,
                    each.routine.file(),
                    each.line()));
        }
        return places;
    }

    /** Returns the methods that were entered. */
    Set<Routine> entered() {
        return entered;
    }
}
