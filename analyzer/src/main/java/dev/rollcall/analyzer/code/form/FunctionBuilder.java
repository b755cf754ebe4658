package dev.rollcall.analyzer.code.form;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Builds a {@link CodeFunction} instruction by instruction. An instruction goes on to the one that is emitted next, unless {@link
 * #jump} or its own successors say otherwise. What is unreachable in the end is left out. Not thread-safe.
 */
public final class FunctionBuilder {
    private final FunctionId id;
    private final CodeFunction.Form form;
    private final Set<CodeFunction.Mark> marks = EnumSet.noneOf(CodeFunction.Mark.class);
    private final List<FormalParameter> parameters = new ArrayList<>();
    private final List<Decorator> decorators = new ArrayList<>();
    private final List<Emitted> emitted = new ArrayList<>();
    private String returnType = "";
    private SourceRange range = new SourceRange("", 0, 0);
    private String gap = "";
    private int variables;
    private Label handler;

    /** A place in the function, which may be named before it is known. */
    public static final class Label {
        private int at = -1;
    }

    /** The successor of a {@link Instruction.Catch} that lets the exception out of the function. */
    public static final Label OUT = new Label();

    private record Emitted(Instruction instruction, int line, String text, List<Label> next, Label handler) {}

    /** Begins a function. */
    public FunctionBuilder(FunctionId id, CodeFunction.Form form) {
        this.id = id;
        this.form = form;
    }

    /** Returns a new variable of the source; the caller keeps one for each of the source's. */
    public Variable variable(String name, String type) {
        return new Variable(variables++, name, type);
    }

    /** Returns a new temporary. */
    public Variable temporary() {
        return variable("", "");
    }

    /** Adds the next parameter. */
    public FunctionBuilder parameter(FormalParameter parameter) {
        parameters.add(parameter);
        return this;
    }

    /** Adds a parameter that takes one argument and has no default, and returns its variable. */
    public Variable parameter(String name, String type) {
        Variable variable = variable(name, type);
        parameters.add(FormalParameter.of(variable));
        return variable;
    }

    /** Adds what is known of the function. */
    public FunctionBuilder mark(CodeFunction.Mark mark) {
        marks.add(mark);
        return this;
    }

    /** Adds a decorator, the lowest line of the source first. */
    public FunctionBuilder decorator(Decorator decorator) {
        decorators.add(decorator);
        return this;
    }

    /** Sets the type of the result. */
    public FunctionBuilder returnType(String type) {
        returnType = type;
        return this;
    }

    /** Sets the file and lines. */
    public FunctionBuilder range(SourceRange lines) {
        range = lines;
        return this;
    }

    /**
     * Says that the body is not, or not wholly, known.
     *
     * @param reason why, for the line on coverage; such as {@code too large}
     */
    public FunctionBuilder gap(String reason) {
        gap = reason;
        return this;
    }

    /** Returns a label to {@link #place} later. */
    public Label label() {
        return new Label();
    }

    /** Puts a label at the next instruction. */
    public void place(Label label) {
        if (label == OUT || label.at >= 0) {
            throw new IllegalStateException("placed twice in " + id);
        }
        label.at = emitted.size();
    }

    /** Sets the handler of the instructions that follow, and returns the one before; null: the exception leaves the function. */
    public Label handler(Label next) {
        Label before = handler;
        handler = next;
        return before;
    }

    /** Emits an instruction that goes on to the next one, or nowhere if it is a return or throw. */
    public void emit(Instruction instruction, int line) {
        if (instruction instanceof Instruction.Return || instruction instanceof Instruction.Throw) {
            emit(instruction, line, "");
        } else {
            Label next = new Label();
            emit(instruction, line, "", next);
            place(next);
        }
    }

    /**
     * Emits an instruction with its successors: branches, loops, handlers, and what does not go on to the next instruction.
     *
     * @param text the text of the condition; empty where unknown
     * @param next the successors in the order that {@link Instruction} gives
     */
    public void emit(Instruction instruction, int line, String text, Label... next) {
        emitted.add(new Emitted(instruction, line, text, List.of(next), handler));
    }

    /** Goes on at a label instead of the next instruction. A jump back stays visible as {@link Instruction.Nothing}. */
    public void jump(Label target, int line) {
        boolean visible = target.at >= 0 || emitted.isEmpty();
        emit(visible ? new Instruction.Nothing() : null, line, "", target);
    }

    /**
     * Returns the function.
     *
     * @throws IllegalStateException if a reachable label was not placed, the function does not end, or an instruction has the wrong
     *     number of successors
     */
    public CodeFunction build() {
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(0));
        while (!open.isEmpty()) {
            int at = open.remove();
            if (!reached.get(at)) {
                reached.set(at);
                check(at);
                successors(emitted.get(at)).filter(to -> to >= 0).forEach(open::add);
                handlerOf(emitted.get(at)).filter(to -> to >= 0).forEach(open::add);
            }
        }
        return new CodeFunction(id, form, marks, parameters, decorators, returnType, range, gap, graph(reached));
    }

    private CodeFunction.Graph graph(BitSet reached) {
        int[] order = reached.stream().toArray();
        int[] number = new int[emitted.size()];
        for (int i = 0; i < order.length; i++) {
            number[order[i]] = i;
        }
        IntUnaryOperator renumber = to -> to < 0 ? CodeFunction.LEAVES : number[to];
        List<Instruction> instructions = new ArrayList<>();
        int[] lines = new int[order.length];
        int[][] next = new int[order.length][];
        int[] handlers = new int[order.length];
        Map<Integer, String> texts = new HashMap<>();
        for (int i = 0; i < order.length; i++) {
            Emitted each = emitted.get(order[i]);
            instructions.add(each.instruction);
            lines[i] = each.line;
            next[i] = successors(each).map(renumber).toArray();
            handlers[i] = handlerOf(each).map(renumber).findFirst().orElse(CodeFunction.LEAVES);
            if (!each.text.isEmpty()) {
                texts.put(i, each.text);
            }
        }
        return new CodeFunction.Graph(List.copyOf(instructions), lines, next, handlers, Map.copyOf(texts));
    }

    private IntStream successors(Emitted each) {
        return each.next.stream().mapToInt(this::target);
    }

    private IntStream handlerOf(Emitted each) {
        boolean handled = each.handler != null && each.instruction.mayThrow();
        return handled ? IntStream.of(target(each.handler)) : IntStream.empty();
    }

    /** Follows jumps forward, which are no instructions of the function. */
    private int target(Label label) {
        if (label == OUT) {
            return CodeFunction.LEAVES;
        }
        int at = label.at;
        while (at >= 0 && at < emitted.size() && emitted.get(at).instruction == null) {
            at = emitted.get(at).next.get(0).at;
        }
        if (at < 0 || at >= emitted.size()) {
            throw new IllegalStateException("leads nowhere: " + id);
        }
        return at;
    }

    private void check(int at) {
        Emitted each = emitted.get(at);
        int least = least(each.instruction);
        int most = each.instruction instanceof Instruction.Catch ? 2 : least;
        if (each.next.size() < least || each.next.size() > most) {
            throw new IllegalStateException(each.instruction + " has " + each.next.size() + " successors in " + id);
        }
    }

    private static int least(Instruction instruction) {
        if (instruction instanceof Instruction.Branch || instruction instanceof Instruction.Advance) {
            return 2;
        }
        if (instruction instanceof Instruction.Catch to) {
            return to.types().isEmpty() ? 1 : 2;
        }
        return instruction instanceof Instruction.Return || instruction instanceof Instruction.Throw ? 0 : 1;
    }
}
