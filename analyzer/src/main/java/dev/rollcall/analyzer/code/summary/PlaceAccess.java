package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What reading and writing places does: fields, with the properties, methods and setters that the class of their object has, elements of
 * collections, global variables and variables of functions around this one. Not thread-safe.
 */
final class PlaceAccess {
    private final SummaryContext shared;
    private final FunctionFacts facts;
    private final CodeProgram program;
    private final Libraries libraries;
    private final ValuePool pool;
    private final CallEvaluation calls;
    private final LibraryCalls known;
    private final ReceiverTypes receivers;

    PlaceAccess(SummaryContext shared, FunctionFacts facts, CallEvaluation calls) {
        this.shared = shared;
        this.facts = facts;
        this.calls = calls;
        program = shared.program();
        libraries = shared.libraries();
        pool = shared.values();
        known = calls.known();
        receivers = calls.receivers();
    }

    /** Reads a place. */
    CallOutcome load(int node, Place place, CodeState state) {
        if (place instanceof Place.Field field) {
            Value of = calls.value(state, field.of());
            return attribute(node, field, of, state);
        }
        if (place instanceof Place.Item item) {
            Value of = calls.value(state, item.of());
            Value key = calls.value(state, item.key());
            return new CallOutcome(shared.empty(), item(of, key), state);
        }
        Value found;
        if (place instanceof Place.Global global) {
            Value unit = pool.of(Value.Constant.name(global.unit()));
            found = facts.places().field(state, new Value.FieldOf(unit, global.unit(), global.name()));
        } else {
            Value captured = pool.of(new Value.Captured(((Place.Captured) place).name()));
            found = facts.places().changed(state, captured).orElse(captured);
        }
        return new CallOutcome(shared.empty(), found, state);
    }

    /** Returns an element; one of few functions or objects is chosen by the rank, so that a call of it finds what it runs. */
    private Value item(Value of, Value key) {
        Value item = pool.of(new Value.Result(Value.Result.ITEM, List.of(of, key), 0));
        boolean isByRank = pool.dependence(key).sources().contains(Dependence.Source.RANK);
        if (!(of instanceof Value.Parts table) || !isByRank) {
            return item;
        }
        boolean isMap = table.kind() == Expression.Build.Kind.MAP;
        List<Value> keys = new ArrayList<>();
        List<Value> elements = new ArrayList<>();
        for (int i = 0; i < table.parts().size(); i += isMap ? 2 : 1) {
            keys.add(isMap ? table.parts().get(i) : Value.Constant.of(i));
            elements.add(table.parts().get(isMap ? i + 1 : i));
        }
        if (elements.isEmpty()
                || elements.size() > Limits.TARGETS
                || !elements.stream().allMatch(CallEvaluation::isCallable)) {
            return item;
        }
        // A position from the end is one from the beginning.
        Value number = pool.of(Value.Constant.of(elements.size()));
        Value at = isMap ? key : pool.of(new Value.Operation(Operator.MOD, Arithmetic.DYNAMIC, List.of(key, number)));
        Value chosen = elements.get(elements.size() - 1);
        for (int i = elements.size() - 2; i >= 0; i--) {
            Value isOwn = pool.of(new Value.Operation(Operator.EQ, Arithmetic.DYNAMIC, List.of(at, keys.get(i))));
            chosen = pool.of(new Value.Select(isOwn, elements.get(i), chosen));
        }
        return chosen;
    }

    private CallOutcome attribute(int node, Place.Field field, Value of, CodeState state) {
        if (of instanceof Value.Select select && receivers.differ(select)) {
            return calls.chosen(
                    node,
                    select.condition(),
                    attribute(node, field, select.yes(), state),
                    attribute(node, field, select.no(), state));
        }
        if (field.name().equals("__class__")) {
            return calls.classOf(node, of, field.of(), state);
        }
        List<String> types = receivers.types(of, field.of(), field.owner());
        return calls.ofEach(node, of, types, each -> attribute(node, field, of, each, state));
    }

    /** @param types those that the object may have, none of them of several classes */
    private CallOutcome attribute(int node, Place.Field field, Value of, List<String> types, CodeState state) {
        String owner = owner(of, types);
        Optional<Value> stored = facts.places().changed(state, new Value.FieldOf(of, owner, field.name()));
        if (stored.isPresent()) {
            return new CallOutcome(shared.empty(), stored.get(), state);
        }
        for (String type : receivers.withMethods(of, types)) {
            FunctionId method = program.method(type, field.name(), "").orElse(null);
            if (method != null && !isProperty(method)) {
                return new CallOutcome(shared.empty(), pool.of(receivers.bound(method, of)), state);
            }
            Map<String, FunctionId> targets = method == null
                    ? Map.of()
                    : receivers.targets(of, type, new Callee.Virtual(field.of(), type, field.name(), ""));
            if (!targets.isEmpty()) {
                return calls.dispatched(node, of, targets, PassedArguments.of(List.of()), state);
            }
        }
        Value plain = facts.places().field(state, new Value.FieldOf(of, owner, field.name()));
        boolean own = !(plain instanceof Value.FieldOf) || shared.stores().isStored(owner, field.name());
        if (own) {
            return new CallOutcome(shared.empty(), plain, state);
        }
        ReceiverHint hint = receivers.hint(field.of(), types);
        Callee method = new Callee.Virtual(field.of(), owner, field.name(), "");
        Value found = libraries
                .attribute(program, field.name(), hint)
                .map(each -> known.attribute(each, of, plain, field.name()))
                .or(() -> libraries.find(program, method, hint).flatMap(each -> known.method(each, of, field.name())))
                .orElse(plain);
        return new CallOutcome(shared.empty(), found, state);
    }

    private boolean isProperty(FunctionId method) {
        return program.function(method)
                .filter(each -> each.marks().contains(CodeFunction.Mark.PROPERTY))
                .isPresent();
    }

    /** Returns the class whose objects have a field, or the class or module that has it itself; empty if none is known. */
    private String owner(Value of, List<String> types) {
        return of.globalName()
                .filter(name ->
                        program.type(name).isPresent() || program.unit(name).isPresent())
                .or(() -> types.stream().findFirst())
                .orElse("");
    }

    /** Writes a place. */
    CallOutcome store(int node, Place place, Value value, CodeState state) {
        CodeState stored;
        if (place instanceof Place.Field field) {
            Value of = calls.value(state, field.of());
            List<String> types = receivers.types(of, field.of(), field.owner());
            return calls.ofEach(node, of, types, each -> storeField(node, field, of, each, value, state));
        } else if (place instanceof Place.Global global) {
            Value unit = pool.of(Value.Constant.name(global.unit()));
            stored = facts.places().store(state, new Value.FieldOf(unit, global.unit(), global.name()), value);
        } else if (place instanceof Place.Item item) {
            stored = calls.collections()
                    .storeItem(node, calls.value(state, item.of()), calls.value(state, item.key()), value, state);
        } else {
            Value captured = pool.of(new Value.Captured(((Place.Captured) place).name()));
            stored = facts.places().set(state, captured, value);
        }
        return new CallOutcome(shared.empty(), pool.of(Value.Constant.NULL), stored);
    }

    private CallOutcome storeField(
            int node, Place.Field field, Value of, List<String> types, Value value, CodeState state) {
        // What is stored in a class itself takes the place of a property.
        for (String type : calls.isClass(of) ? List.<String>of() : types) {
            Callee.Virtual setter = new Callee.Virtual(field.of(), type, field.name() + CodeType.SETTER, "");
            Map<String, FunctionId> targets =
                    receivers.hasSetter(type, field.name()) ? receivers.targets(of, type, setter) : Map.of();
            if (!targets.isEmpty()) {
                return calls.dispatched(node, of, targets, PassedArguments.of(List.of(value)), state);
            }
        }
        String owner = owner(of, types);
        if (!(of instanceof Value.Self)) {
            facts.stores(node, owner, field.name(), value, of.globalName().isPresent());
        }
        CodeState stored = facts.places().store(state, new Value.FieldOf(of, owner, field.name()), value);
        return new CallOutcome(shared.empty(), pool.of(Value.Constant.NULL), stored);
    }
}
