package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells a wrapper from the application: a wrapper's methods send what their caller gives them, possibly copied into an object of a
 * library; the application's send what they keep, load or compute.
 */
final class PassedData {
    /** The operators whose result is the operand in another form, or a part of it. */
    private static final Set<Operator> PARTS = partsAndConversions();

    private final JobCode code;

    /** Where what is sent comes from. */
    private enum Origin {
        /** Only constants are sent, or nothing. */
        NOTHING,
        /** Some of it comes from the caller. */
        CALLER,
        /** All of it comes from elsewhere. */
        OTHER
    }

    private static Set<Operator> partsAndConversions() {
        Set<Operator> operators = EnumSet.range(Operator.TO_INT, Operator.TO_DOUBLE);
        operators.add(Operator.SLICE);
        return operators;
    }

    PassedData(JobCode code) {
        this.code = code;
    }

    /**
     * Returns whether methods that call each other pass on what the outermost one's caller gives them.
     *
     * @param frames the frames, the innermost one, which calls a library, first
     * @return empty where they pass nothing, or the code is not at hand
     */
    Optional<Boolean> find(List<StackFrame> frames) {
        boolean passed = true;
        for (int i = 0; i < frames.size(); i++) {
            FunctionFlow flow = code.locator().find(frames.get(i)).orElse(null);
            if (flow == null) {
                return Optional.empty();
            }
            Origin origin =
                    origin(flow, frames.get(i), i == 0 ? "" : frames.get(i - 1).method());
            if (origin == Origin.OTHER || origin == Origin.CALLER && isDecided(flow, frames.get(i))) {
                return Optional.of(false);
            }
            passed = passed && origin == Origin.CALLER;
        }
        return passed && !frames.isEmpty() ? Optional.of(true) : Optional.empty();
    }

    private Origin origin(FunctionFlow flow, StackFrame frame, String inner) {
        CodeFunction function = flow.function();
        List<Integer> all = flow.at(frame.line()).stream()
                .filter(node -> function.at(node) instanceof Instruction.Invoke)
                .toList();
        List<Integer> inward = all.stream()
                .filter(node -> inner.isEmpty() ? isCollective(function, node) : inner.equals(name(function, node)))
                .toList();
        Slice slice = new Slice(flow.function());
        for (int node : inward.isEmpty() ? all : inward) {
            Instruction.Invoke call = (Instruction.Invoke) function.at(node);
            slice.addArguments(call);
            // A function that is called as a value holds the data.
            boolean value = inward.isEmpty() && !inner.isEmpty();
            if (value && call.callee() instanceof Callee.Virtual method) {
                slice.add(method.receiver());
            } else if (value && call.callee() instanceof Callee.Computed computed) {
                slice.add(computed.function());
            }
        }
        return slice.given ? Origin.CALLER : slice.other ? Origin.OTHER : Origin.NOTHING;
    }

    private boolean isCollective(CodeFunction function, int node) {
        return code.facts(function)
                .map(facts -> facts.word(node))
                .filter(word -> !word.equals(Word.EMPTY) && !(word instanceof Word.Call))
                .isPresent();
    }

    private static String name(CodeFunction function, int node) {
        Callee callee = ((Instruction.Invoke) function.at(node)).callee();
        if (callee instanceof Callee.Exact exact) {
            return exact.function().name();
        }
        if (callee instanceof Callee.Virtual method) {
            return method.name();
        }
        return callee instanceof Callee.Named named
                ? named.name().substring(named.name().lastIndexOf('.') + 1)
                : "";
    }

    /** Returns whether a condition that differs between ranks is around the call: what decides is then inside. */
    private boolean isDecided(FunctionFlow flow, StackFrame frame) {
        Predicate<Integer> isCall = node -> flow.function().at(node) instanceof Instruction.Invoke;
        return flow.at(frame.line()).stream()
                .filter(isCall)
                .flatMap(node -> flow.conditions(node).stream())
                .distinct()
                .anyMatch(each -> code.facts(flow.function())
                        .flatMap(facts -> facts.condition(each.node()))
                        .filter(condition -> code.test(condition) instanceof RankVariation.Differs)
                        .isPresent());
    }

    /** Goes back from what is sent to where it comes from. */
    private final class Slice {
        private final CodeFunction function;
        private final Set<Operand> seen = new HashSet<>();
        private boolean given;
        private boolean other;

        Slice(CodeFunction function) {
            this.function = function;
        }

        void addArguments(Instruction.Invoke call) {
            boolean hasObject = call.callee() instanceof Callee.Exact exact && code.isMethod(exact.function());
            call.arguments().stream().skip(hasObject ? 1 : 0).forEach(each -> add(each.value()));
        }

        void add(Operand operand) {
            if (operand instanceof Literal || isOwnObject(operand) || !seen.add(operand)) {
                return;
            }
            given |= function.parameters().stream()
                    .anyMatch(each -> each.variable().equals(operand));
            for (Instruction each : function.instructions()) {
                if (each instanceof Instruction.Assign made && made.to().equals(operand)) {
                    addValue(made.value());
                } else if (each instanceof Instruction.Store store
                        && store.to() instanceof Place.Item item
                        && item.of().equals(operand)) {
                    add(store.value());
                } else if (each instanceof Instruction.Invoke call) {
                    addCall(call, operand);
                } else if (each instanceof Instruction.Advance next
                                && next.item().equals(operand)
                        || each instanceof Instruction.Catch caught && operand.equals(caught.to())) {
                    other = true;
                }
            }
        }

        private boolean isOwnObject(Operand operand) {
            return function.form() == CodeFunction.Form.METHOD
                    && function.parameters().get(0).variable().equals(operand);
        }

        private void addValue(Expression value) {
            if (value instanceof Expression.Copy copy) {
                add(copy.of());
            } else if (value instanceof Expression.Apply apply && PARTS.contains(apply.operator())) {
                add(apply.operands().get(0));
            } else if (value instanceof Expression.Build build) {
                build.parts().forEach(this::add);
            } else if (value instanceof Expression.Closure closure) {
                closure.bound().values().forEach(this::add);
            } else if (value instanceof Expression.Load load && load.from() instanceof Place.Item item) {
                add(item.of());
            } else if (value instanceof Expression.Load load) {
                other = true;
                loadsOf(load.from()).forEach(each -> addChanges(each));
            } else if (!(value instanceof Expression.Allocate)) {
                other = true;
            }
        }

        /** A buffer that the object keeps is read more than once. */
        private List<Variable> loadsOf(Place place) {
            List<Variable> loads = new ArrayList<>();
            for (Instruction each : function.instructions()) {
                if (each instanceof Instruction.Assign made
                        && made.value() instanceof Expression.Load load
                        && load.from().equals(place)) {
                    loads.add(made.to());
                }
            }
            return loads;
        }

        /** Adds what a library makes the operand of, or writes to it. */
        private void addCall(Instruction.Invoke call, Operand operand) {
            if (operand.equals(call.to())) {
                if (isOfApplication(call.callee())) {
                    other = true;
                } else {
                    addInputs(call);
                }
            }
        }

        private void addChanges(Variable buffer) {
            for (Instruction each : function.instructions()) {
                if (each instanceof Instruction.Invoke call
                        && call.callee() instanceof Callee.Virtual method
                        && method.receiver().equals(buffer)
                        && !isOfApplication(method)) {
                    addInputs(call);
                }
            }
        }

        private void addInputs(Instruction.Invoke call) {
            addArguments(call);
            if (call.callee() instanceof Callee.Virtual method) {
                add(method.receiver());
            }
        }

        private boolean isOfApplication(Callee callee) {
            if (callee instanceof Callee.Exact exact) {
                return !Objects.equals(exact.function().unit(), function.id().unit());
            }
            if (callee instanceof Callee.Virtual method) {
                return method.owner().isEmpty() ? false : code.hasType(method.owner());
            }
            return callee instanceof Callee.Constructor made
                    ? code.hasType(made.type())
                    : callee instanceof Callee.Computed;
        }
    }
}
