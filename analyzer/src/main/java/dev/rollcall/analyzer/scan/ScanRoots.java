package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.summary.NodeFacts;
import dev.rollcall.analyzer.code.summary.Summaries;
import dev.rollcall.analyzer.code.summary.Word;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The functions with which the analysis of a unit begins: of those whose calls depend on anything, the ones that nothing else calls that
 * is visible from the unit. What calls them from elsewhere does not count, so that a file has the same ones alone and in its package. Not
 * thread-safe.
 */
final class ScanRoots {
    /** What calls constructors, what values that are called, and what the methods of context managers. */
    private static final String NEW = "new";

    private static final String VALUE = "()";
    private static final String WITH = "with";

    /** Methods that are called without their name. */
    private static final Map<String, String> UNNAMED = Map.of(
            "__init__", NEW, "<init>", NEW, "__call__", VALUE, "forward", VALUE, "__enter__", WITH, "__exit__", WITH);

    private final CodeProgram program;
    private final Summaries summaries;
    private final Set<String> relevant;
    private final Map<FunctionId, Set<FunctionId>> callees = new HashMap<>();
    private final Map<String, Map<String, Set<FunctionId>>> users = new HashMap<>();

    ScanRoots(CodeProgram program, Summaries summaries) {
        this.program = program;
        this.summaries = summaries;
        relevant = new LinkedHashSet<>(program.names());
    }

    /** Returns the functions in the order of the source; of functions that call each other the first one. */
    Set<FunctionId> of(CodeUnit unit) {
        Set<FunctionId> roots = new LinkedHashSet<>();
        Set<FunctionId> covered = new LinkedHashSet<>();
        for (FunctionId each : unit.functions()) {
            if (summaries.isOpen(each) && !covered.contains(each)) {
                Set<FunctionId> alike = callersIn(reached(each), each);
                if (!alike.isEmpty()) {
                    roots.add(each);
                    covered.addAll(alike);
                }
            }
        }
        return roots;
    }

    /** Returns the functions that one calls, of those whose calls depend on anything: each is looked at alone where it is too large. */
    List<FunctionId> called(FunctionId from) {
        return callees(from).stream().filter(summaries::isOpen).toList();
    }

    /** Returns a function and those that it calls, directly or not. */
    private Set<FunctionId> reached(FunctionId from) {
        Set<FunctionId> found = new HashSet<>();
        Deque<FunctionId> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            FunctionId each = open.remove();
            if (found.add(each)) {
                open.addAll(callees(each));
            }
        }
        return found;
    }

    /** Returns a function and those that call it, directly or not; none if it does not call all of them itself. */
    private Set<FunctionId> callersIn(Set<FunctionId> called, FunctionId function) {
        Set<FunctionId> seen = new HashSet<>(Set.of(function));
        Deque<FunctionId> open = new ArrayDeque<>(List.of(function));
        while (!open.isEmpty()) {
            FunctionId at = open.remove();
            for (FunctionId user : (Iterable<FunctionId>) users(at)::iterator) {
                if (callees(user).contains(at) && seen.add(user)) {
                    if (!called.contains(user)) {
                        return Set.of();
                    }
                    open.add(user);
                }
            }
        }
        return seen;
    }

    /** Returns the functions that may call one, by its name, and are visible from its unit. */
    private Stream<FunctionId> users(FunctionId function) {
        String name = function.name().substring(function.name().lastIndexOf('.') + 1);
        String key = UNNAMED.getOrDefault(name, name);
        return program.visibleFrom(function.unit()).stream()
                .filter(unit -> unit.equals(function.unit())
                        || relevant.contains(unit) && program.visibleFrom(unit).contains(function.unit()))
                .flatMap(unit -> users.computeIfAbsent(unit, this::usersIn).getOrDefault(key, Set.of()).stream());
    }

    /** Returns the functions of a unit by the names of what they may call. */
    private Map<String, Set<FunctionId>> usersIn(String name) {
        Map<String, Set<FunctionId>> found = new HashMap<>();
        program.unit(name)
                .ifPresent(unit -> unit.functions()
                        .forEach(id -> unit.function(id)
                                .ifPresent(function -> function.instructions()
                                        .forEach(each -> used(each)
                                                .forEach(used -> found.computeIfAbsent(
                                                                used.substring(used.lastIndexOf('.') + 1),
                                                                key -> new LinkedHashSet<>())
                                                        .add(id))))));
        return found;
    }

    private static List<String> used(Instruction instruction) {
        if (instruction instanceof Instruction.Invoke call) {
            return used(call.callee());
        }
        if (instruction instanceof Instruction.EnterContext || instruction instanceof Instruction.LeaveContext) {
            return List.of(WITH);
        }
        if (!(instruction instanceof Instruction.Assign assign)) {
            return List.of();
        }
        if (assign.value() instanceof Expression.Closure closure) {
            return List.of(closure.function().name());
        }
        return assign.value() instanceof Expression.Load load && load.from() instanceof Place.Field field
                ? List.of(field.name())
                : List.of();
    }

    private static List<String> used(Callee callee) {
        if (callee instanceof Callee.Exact exact) {
            return List.of(exact.function().name());
        }
        if (callee instanceof Callee.Virtual method) {
            return List.of(method.name(), VALUE);
        }
        return callee instanceof Callee.Named named ? List.of(named.name(), NEW) : List.of(NEW, VALUE);
    }

    private Set<FunctionId> callees(FunctionId function) {
        Set<FunctionId> known = callees.get(function);
        if (known == null) {
            known = new LinkedHashSet<>();
            Optional<NodeFacts> facts = summaries.facts(function);
            int size = program.function(function).map(CodeFunction::size).orElse(0);
            for (int i = 0; i < size && facts.isPresent(); i++) {
                facts.get().calls(i).stream().map(Word.Call::function).forEach(known::add);
            }
            callees.put(function, known);
        }
        return known;
    }
}
