package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Searches for the classes of the objects that a variable or place may hold: back over copies, over what places hold and what functions
 * return, to where each object is made. Each is visited once, so that what leads back to itself adds nothing. Not thread-safe.
 */
final class ClassSearch {
    /** Stands for a class that is not known. */
    static final String UNKNOWN = "";

    /** The most variables, places and functions of one search. */
    private static final int MOST_VISITS = 200;

    private final CodeProgram program;
    private final Libraries libraries;
    private final FieldStores stores;
    private final String asking;
    private final Set<String> classes = new LinkedHashSet<>();
    private final Set<Object> seen = new HashSet<>();
    private final Deque<Runnable> open = new ArrayDeque<>();

    /** @param asking the unit that asks: what it stores itself counts, too */
    ClassSearch(CodeProgram program, Libraries libraries, FieldStores stores, String asking) {
        this.program = program;
        this.libraries = libraries;
        this.stores = stores;
        this.asking = asking;
    }

    /** Returns the classes of all that was added, of the program or libraries; none if one is not known. To be changed by the caller. */
    Set<String> classes() {
        while (!open.isEmpty() && !classes.contains(UNKNOWN)) {
            open.remove().run();
        }
        return classes.contains(UNKNOWN) ? new LinkedHashSet<>() : classes;
    }

    /** Returns whether no class is missing in {@link #classes}. */
    boolean isKnown() {
        return !classes.contains(UNKNOWN);
    }

    void addUnknown() {
        classes.add(UNKNOWN);
    }

    void addClass(String type) {
        classes.add(type);
    }

    /** Adds what an operand of a function may be; a variable is all that is assigned to it. */
    void add(CodeFunction function, Operand operand) {
        add(function, operand, "");
    }

    /** @param self the class that the function is called on, if it is a class method and that is known */
    private void add(CodeFunction function, Operand operand, String self) {
        visit(List.of(function.id(), operand, self), () -> look(function, operand, self));
    }

    private void visit(Object key, Runnable look) {
        if (seen.add(key)) {
            open.add(look);
        }
        if (seen.size() > MOST_VISITS) {
            addUnknown();
        }
    }

    /** Adds what a field of a class, or a global variable of a unit, holds. */
    void addStored(String owner, String name) {
        visit(List.of(owner, name), () -> {
            if (stores.declaredType(owner, name).isPresent()
                    || stores.storing(asking, owner, name).isEmpty()) {
                addUnknown();
            }
            List<String> family = program.supertypes(owner);
            eachStored(owner, name, (function, stored) -> {
                String declaring = function.id().owner();
                add(function, stored, family.contains(declaring) ? owner : declaring);
            });
        });
    }

    /** Does something with each operand that a function stores in a field of a class, or in a global variable of a unit. */
    void eachStored(String owner, String name, BiConsumer<CodeFunction, Operand> action) {
        if (stores.setsAnyField(owner)) {
            addUnknown();
        }
        for (FunctionId id : stores.storing(asking, owner, name)) {
            CodeFunction function = program.function(id).orElseThrow();
            for (Instruction each : function.instructions()) {
                if (each instanceof Instruction.Store store && store.to().isNamed(name)) {
                    action.accept(function, store.value());
                }
            }
        }
    }

    /** Returns the functions that store more than nothing in a field of a class, or in a global variable of a unit. */
    Set<FunctionId> storing(String owner, String name) {
        Set<FunctionId> storing = new HashSet<>();
        eachStored(owner, name, (function, stored) -> {
            if (!(stored instanceof Literal literal && literal.value() == null)) {
                storing.add(function.id());
            }
        });
        return storing;
    }

    /** Adds what a function returns. */
    void addReturned(CodeFunction function, String self) {
        visit(List.of(function.id(), self), () -> {
            if (!function.gap().isEmpty()) {
                addUnknown();
            }
            function.instructions().stream()
                    .filter(Instruction.Return.class::isInstance)
                    .map(each -> ((Instruction.Return) each).value())
                    .filter(Objects::nonNull)
                    .forEach(each -> add(function, each, self));
        });
    }

    private void look(CodeFunction function, Operand operand, String self) {
        if (operand instanceof Literal literal) {
            if (literal.value() != null) {
                addClass(typeOf(literal));
            }
            return;
        }
        List<Instruction> assigning = assigning(function, operand);
        boolean isGiven =
                function.parameters().stream().anyMatch(each -> each.variable().equals(operand));
        if (isGiven || assigning.isEmpty()) {
            addUnknown();
        }
        for (Instruction each : assigning) {
            if (each instanceof Instruction.Assign assign && assign.value() instanceof Expression.Copy copy) {
                add(function, copy.of(), self);
            } else if (each instanceof Instruction.Assign assign && assign.value() instanceof Expression.Load load) {
                addLoaded(function, load.from(), self);
            } else if (each instanceof Instruction.Invoke call) {
                addResult(function, call, self);
            } else {
                addUnknown();
            }
        }
    }

    /** Returns the instructions that assign a variable. */
    static List<Instruction> assigning(CodeFunction function, Operand operand) {
        return function.instructions().stream()
                .filter(each -> operand.equals(each.assigned()))
                .toList();
    }

    private void addLoaded(CodeFunction function, Place from, String self) {
        if (from instanceof Place.Global global) {
            addStored(global.unit(), global.name());
        } else if (from instanceof Place.Field field
                && function.form() == CodeFunction.Form.METHOD
                && field.of().equals(function.parameters().get(0).variable())) {
            addStored(self.isEmpty() ? function.id().owner() : self, field.name());
        } else {
            addUnknown();
        }
    }

    private void addResult(CodeFunction function, Instruction.Invoke call, String self) {
        Optional<CodeFunction> called = called(call.callee());
        if (called.isEmpty()) {
            addClass(typeMade(function, call.callee(), self));
            return;
        }
        Operand object = call.callee() instanceof Callee.Virtual method
                ? method.receiver()
                : call.arguments().isEmpty() ? null : call.arguments().get(0).value();
        boolean hasClass = called.get().marks().contains(CodeFunction.Mark.CLASS_METHOD);
        addReturned(
                called.get(),
                hasClass && object instanceof Literal literal && literal.value() instanceof Literal.Name type
                        ? type.name()
                        : "");
    }

    /** Returns the function of the program that a call runs for its result, without decorators: one that it names, or one of a named class. */
    private Optional<CodeFunction> called(Callee callee) {
        Optional<FunctionId> called = callee instanceof Callee.Exact exact
                ? Optional.of(exact.function())
                : callee instanceof Callee.Virtual method
                                && method.receiver() instanceof Literal literal
                                && literal.value() instanceof Literal.Name type
                        ? program.method(type.name(), method.name(), method.descriptor())
                        : Optional.empty();
        return called.flatMap(program::function)
                .filter(each -> each.decorators().isEmpty()
                        && !each.marks().contains(CodeFunction.Mark.GENERATOR)
                        && !each.marks().contains(CodeFunction.Mark.CONTEXT));
    }

    private String typeOf(Literal literal) {
        boolean isCommunicator = literal.value() instanceof Literal.Name name
                && libraries
                        .constant(name.name())
                        .filter(found -> found.fact() instanceof LibraryFact.GroupOf)
                        .isPresent();
        return isCommunicator ? ReceiverHint.COMMUNICATOR : UNKNOWN;
    }

    private String typeMade(CodeFunction function, Callee callee, String self) {
        if (callee instanceof Callee.Constructor made) {
            return made.type();
        }
        if (callee instanceof Callee.Computed computed
                && function.marks().contains(CodeFunction.Mark.CLASS_METHOD)
                && computed.function().equals(function.parameters().get(0).variable())) {
            return self.isEmpty() ? onlyClass(function.id()) : self;
        }
        ReceiverHint hint = callee instanceof Callee.Virtual method && method.receiver() instanceof Variable object
                ? new ReceiverHint(List.of(), Set.of(method.name()), object.isTemporary() ? "" : object.name())
                : ReceiverHint.NONE;
        boolean isGroup = libraries
                .find(program, callee, hint)
                .filter(made -> made.fact() instanceof LibraryFact.NewGroup)
                .isPresent();
        return isGroup
                ? ReceiverHint.COMMUNICATOR
                : callee instanceof Callee.Named named && CodeType.isClassName(named.name()) ? named.name() : UNKNOWN;
    }

    /** Returns the class of a method if no other class that is visible has it. */
    private String onlyClass(FunctionId method) {
        boolean isExtended = !program.subtypes(method.owner(), method.unit()).isEmpty()
                || !program.subtypes(method.owner(), asking).isEmpty();
        return isExtended ? UNKNOWN : method.owner();
    }
}
