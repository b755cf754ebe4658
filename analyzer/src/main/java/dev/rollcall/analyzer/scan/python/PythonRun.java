package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Behaviour;
import dev.rollcall.analyzer.scan.run.Conditions;
import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Oracle;
import dev.rollcall.analyzer.scan.run.Value;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs a program as one rank of a world. Lives for one run. */
final class PythonRun {
    /** An expression takes as long as so many instructions of bytecode. */
    static final int WEIGHT = 20;

    static final int MOST_STEPS = 30_000 * WEIGHT;
    /** From this part of the steps on, functions that can matter to no collective are passed over. */
    private static final int UNHURRIED = 4;

    private static final int DEEPEST_STACK = 64;

    final PythonProgram program;
    final Oracle oracle;
    private final int rank;
    private final int world;
    final Behaviour behaviour = new Behaviour();
    final Conditions conditions;
    final Truth truth = new Truth(this);
    final Statements statements = new Statements(this);
    final Expressions expressions = new Expressions(this);
    final Invocations invocations = new Invocations(this);
    final Attributes attributes = new Attributes(this);
    final Builtins builtins = new Builtins(this);
    final Groups groups;
    final Torch torch = new Torch(this);
    final HandedOver handed = new HandedOver(this);
    private final Map<PythonFile, ModuleScope> modules = new HashMap<>();
    private final Set<Value> guessed = Collections.newSetFromMap(new IdentityHashMap<>());
    /** How many steps it may take. */
    long mostSteps = MOST_STEPS;
    /** The functions that any run entered. */
    Set<Node> entered = new HashSet<>();
    /** The functions that this run entered. */
    final Set<Node> enteredNow = new HashSet<>();
    /** The file that is run, rather than imported. */
    PythonFile main;

    Open open;
    Activation now;
    /** How many contexts without gradients are open. */
    int withoutGradients;

    PythonRun(PythonProgram program, Oracle oracle, int rank, int world) {
        this.program = program;
        this.oracle = oracle;
        this.rank = rank;
        this.world = world;
        conditions = new Conditions(oracle, behaviour);
        groups = new Groups(this, rank, world);
    }

    /** Counts a step, of which there may not be too many. */
    void step() {
        behaviour.steps += WEIGHT;
        if (behaviour.steps > mostSteps) {
            throw new Ended(Ended.Why.TOO_LONG);
        }
    }

    /** Returns whether the run takes long already. */
    boolean hurries() {
        return behaviour.steps > mostSteps / UNHURRIED;
    }

    /** Returns the rank that it runs as. */
    int rank() {
        return rank;
    }

    /** Returns how many ranks there are. */
    int world() {
        behaviour.counted = true;
        return world;
    }

    /** Says that what is done next can depend on values that were worked out from the rank. */
    void part(Value... values) {
        for (Value each : values) {
            behaviour.asked |= each.ranked();
        }
    }

    Const own() {
        return new Const((long) rank(), true, open);
    }

    Const size() {
        return new Const((long) world(), false, open);
    }

    Const first() {
        return new Const(rank() == 0, true, open);
    }

    Unknown unknown(String key, boolean ranked) {
        return new Unknown(key, ranked, open);
    }

    /** Returns what a name means that nothing in the program defines; null where it means nothing. */
    Value meaning(String name) {
        return switch (RankNames.of(name)) {
            case RANK -> own();
            case SIZE -> size();
            case FIRST -> first();
            case OTHER_RANK -> unknown(name, true);
            case NOTHING -> null;
        };
    }

    /** Returns a value as a variable of a name holds it: what nobody knows is the rank where it is called so. */
    Value named(String name, Value value) {
        boolean unknown = value instanceof Unknown any && any.kind == Unknown.Kind.ANY && !any.ranked();
        Value meant = unknown ? meaning(name) : null;
        if (meant == null) {
            return value;
        }
        return guess(meant);
    }

    /** Remembers that a value is taken for the rank because of a name alone. */
    Value guess(Value meant) {
        guessed.add(meant);
        return meant;
    }

    /** Returns whether a value is taken for the rank because of its name alone. */
    boolean guessed(Value value) {
        return guessed.contains(value);
    }

    /** Returns a module's variables; runs the module first, where it did not yet. */
    ModuleScope module(PythonFile file) {
        ModuleScope known = modules.get(file);
        if (known != null) {
            return known;
        }
        ModuleScope scope = new ModuleScope(this, file);
        modules.put(file, scope);
        scope.begin(file == main);
        return scope;
    }

    /** Returns the lines of the calls that are running, innermost first. */
    List<CodePlace> stack() {
        List<CodePlace> places = new ArrayList<>();
        for (Activation each = now; each != null && places.size() < DEEPEST_STACK; each = each.caller) {
            if (!each.name.equals(Activation.NOWHERE)) {
                places.add(new CodePlace("", each.name, each.file().path(), each.line));
            }
        }
        return places;
    }
}
