package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What kinds of objects are in fields and global variables that have no declared type, by the places that store one: their class where each
 * of these makes a new object of the same class, or stores nothing; and whether one may be a function. Not thread-safe.
 */
final class FieldTypes {
    private static final String UNKNOWN = "";

    private final CodeProgram program;
    private final Libraries libraries;
    private final FieldStores stores;
    private final Map<List<String>, Optional<String>> known = new HashMap<>();
    private final Map<List<String>, Boolean> functions = new HashMap<>();

    FieldTypes(CodeProgram program, Libraries libraries, FieldStores stores) {
        this.program = program;
        this.libraries = libraries;
        this.stores = stores;
    }

    /**
     * Returns the class of the object that a field or global variable holds, of the program or a library, or {@link
     * ReceiverHint#COMMUNICATOR}; empty if it is not known.
     *
     * @param asking the unit that asks: what it stores there itself counts, too
     * @param owner the class that has the field; the unit of a global variable
     */
    Optional<String> type(String asking, String owner, String name) {
        List<String> key = List.of(asking, owner, name);
        Optional<String> found = known.get(key);
        if (found == null) {
            found = find(asking, owner, name);
            known.put(key, found);
        }
        return found;
    }

    private Optional<String> find(String asking, String owner, String name) {
        Set<String> types = new HashSet<>();
        for (FunctionId id : stores.storing(asking, owner, name)) {
            CodeFunction function = program.function(id).orElseThrow();
            Set<Operand> seen = new HashSet<>();
            for (Instruction each : function.instructions()) {
                if (each instanceof Instruction.Store store && store.to().isNamed(name)) {
                    addTypes(function, store.value(), types, seen);
                }
            }
        }
        return types.size() == 1 && !stores.setsAnyField(owner)
                ? types.stream().filter(each -> !each.equals(UNKNOWN)).findFirst()
                : Optional.empty();
    }

    /** Adds the classes of what an operand may be; of a variable by all instructions that assign it. */
    private void addTypes(CodeFunction function, Operand operand, Set<String> types, Set<Operand> seen) {
        if (!seen.add(operand)) {
            return;
        }
        if (operand instanceof Literal literal) {
            if (literal.value() != null) {
                types.add(typeOf(literal));
            }
            return;
        }
        boolean isGiven =
                function.parameters().stream().anyMatch(each -> each.variable().equals(operand));
        List<Instruction> assigning = function.instructions().stream()
                .filter(each -> operand.equals(each.assigned()))
                .toList();
        if (isGiven || assigning.isEmpty()) {
            types.add(UNKNOWN);
        }
        for (Instruction each : assigning) {
            if (each instanceof Instruction.Assign assign && assign.value() instanceof Expression.Copy copy) {
                addTypes(function, copy.of(), types, seen);
            } else {
                types.add(each instanceof Instruction.Invoke call ? typeMade(call.callee()) : UNKNOWN);
            }
        }
    }

    private String typeOf(Literal literal) {
        boolean isCommunicator = literal.value() instanceof Literal.Name name
                && libraries
                        .constant(name.name())
                        .filter(found -> found.fact() instanceof LibraryFact.GroupOf)
                        .isPresent();
        return isCommunicator ? ReceiverHint.COMMUNICATOR : UNKNOWN;
    }

    private String typeMade(Callee callee) {
        if (callee instanceof Callee.Constructor made) {
            return made.type();
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
                : callee instanceof Callee.Named named && isClass(named.name()) ? named.name() : UNKNOWN;
    }

    /** A library's class begins with a capital letter, by the conventions of both languages. */
    private static boolean isClass(String name) {
        int last = name.lastIndexOf('.') + 1;
        return last < name.length() && Character.isUpperCase(name.charAt(last));
    }

    /** Returns whether a field of a class may hold a function that communicates: what a library makes that is not catalogued does not. */
    boolean mayHoldFunction(String owner, String name) {
        List<String> key = List.of(owner, name);
        Boolean known = functions.get(key);
        if (known == null) {
            known = findFunction(owner, name);
            functions.put(key, known);
        }
        return known;
    }

    private boolean findFunction(String owner, String name) {
        return stores.stores(owner, name).stream()
                .flatMap(id -> program.function(id).stream())
                .anyMatch(function -> function.instructions().stream()
                        .anyMatch(each -> each instanceof Instruction.Store store
                                && store.to() instanceof Place.Field field
                                && field.name().equals(name)
                                && mayBeFunction(function, store.value())));
    }

    private boolean mayBeFunction(CodeFunction function, Operand value) {
        if (value instanceof Literal literal) {
            return literal.value() instanceof Literal.Name;
        }
        return function.parameters().stream().anyMatch(each -> each.variable().equals(value))
                || function.instructions().stream().anyMatch(each -> makesFunction(function, each, value));
    }

    private boolean makesFunction(CodeFunction function, Instruction instruction, Operand to) {
        if (instruction instanceof Instruction.Assign assign && assign.to().equals(to)) {
            return assign.value() instanceof Expression.Closure
                    || assign.value() instanceof Expression.Load
                    || assign.value() instanceof Expression.Copy copy
                            && assign.to().isTemporary()
                            && mayBeFunction(function, copy.of());
        }
        if (!(instruction instanceof Instruction.Invoke call) || !to.equals(call.to())) {
            return false;
        }
        boolean isObject = call.callee() instanceof Callee.Constructor made
                && program.method(made.type(), "__call__", "").isPresent();
        return isObject
                || call.callee() instanceof Callee.Exact
                || libraries.find(program, call.callee(), ReceiverHint.NONE).isPresent();
    }
}
