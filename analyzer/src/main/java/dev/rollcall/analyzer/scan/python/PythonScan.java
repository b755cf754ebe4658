package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Behaviour;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Oracle;
import dev.rollcall.analyzer.scan.run.Partings;
import dev.rollcall.analyzer.scan.run.Ways;
import dev.rollcall.analyzer.scan.run.Worlds;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Searches Python programs for collectives that some ranks call and others do not. Not safe for use by several threads. */
public final class PythonScan {
    private final PythonProgram program;
    private final Set<Node> entered = new HashSet<>();

    /** Makes a scan of a program. */
    public PythonScan(PythonProgram program) {
        this.program = program;
    }

    /** A function, the class that it is a method of where it is one, and its file. */
    private record Entry(PythonFile file, Node type, Node function) {}

    /** Returns what is found, in the order of files and lines. */
    public List<CodeFinding> findings() {
        Partings partings = new Partings();
        for (PythonFile file : program.files()) {
            if (program.reaches(file, file.root())) {
                partings.run(new CodePlace("", "the module", file.path(), 1), whole(file));
            }
        }
        for (PythonFile file : program.files()) {
            for (Entry each : entries(file)) {
                if (!entered.contains(each.function) && program.reaches(file, each.function)) {
                    Node name = each.function.child("name");
                    partings.run(new CodePlace("", name.text(), file.path(), name.line()), from(each));
                }
            }
        }
        return partings.findings().stream()
                .filter(finding -> program.files().stream()
                        .noneMatch(file -> file.path().equals(finding.file()) && file.ignored(finding.line())))
                .toList();
    }

    /** Returns the runs that begin at a function that is named and stands around a line; empty where there is none. */
    List<Worlds> at(PythonFile file, String function, int line) {
        if (function.equals("<module>")) {
            return List.of(whole(file));
        }
        List<Worlds> found = new ArrayList<>();
        for (Entry each : entries(file)) {
            int last = each.function.lastLine() + 1;
            if (each.function.child("name").text().equals(function) && each.function.line() <= line && line < last) {
                found.add(from(each));
            }
        }
        return found;
    }

    private Worlds whole(PythonFile file) {
        return (world, sink) ->
                new Ways().explore((oracle, rank) -> run(file, oracle, rank, world, run -> {}), world, sink);
    }

    private Worlds from(Entry entry) {
        return (world, sink) -> new Ways()
                .explore((oracle, rank) -> run(null, oracle, rank, world, run -> begin(run, entry)), world, sink);
    }

    private Behaviour run(PythonFile main, Oracle oracle, int rank, int world, Consumer<PythonRun> then) {
        PythonRun run = new PythonRun(program, oracle, rank, world);
        run.entered = entered;
        run.main = main;
        Behaviour behaviour = run.behaviour;
        try {
            if (main != null) {
                run.module(main);
            }
            then.accept(run);
        } catch (Signal signal) {
            behaviour.end = Behaviour.End.THREW;
            behaviour.endOpen = signal.open;
        } catch (Ended ended) {
            if (ended.why != Ended.Why.EXIT) {
                cut(behaviour, ended.why);
            }
        } catch (StackOverflowError tooDeep) {
            cut(behaviour, Ended.Why.TOO_DEEP);
        } catch (RuntimeException notUnderstood) {
            // Source that is not Python all through can hold what no grammar foresees.
            cut(behaviour, Ended.Why.NOT_UNDERSTOOD);
        }
        return behaviour;
    }

    private static void cut(Behaviour behaviour, Ended.Why why) {
        behaviour.end = Behaviour.End.CUT;
        behaviour.cutBecause = why;
    }

    /** Calls a function with arguments that nobody knows, on an object made with such. */
    private static void begin(PythonRun run, Entry entry) {
        Scope module = run.module(entry.file);
        run.behaviour.events.clear();
        String name = entry.function.child("name").text();
        run.now = new Activation(null, Activation.NOWHERE, module, 1, null);
        if (entry.type == null) {
            if (module.variables.get(name) instanceof Function function) {
                run.invocations.invoke(function, List.of(), Map.of(), null);
            }
        } else if (module.variables.get(entry.type.child("name").text()) instanceof ClassValue type
                && type.members.variables.get(name) instanceof Function function) {
            List<dev.rollcall.analyzer.scan.run.Value> with = new ArrayList<>();
            if (function.bound) {
                with.add(run.invocations.call(type, new Arguments(List.of(), Map.of()), entry.type));
                run.behaviour.events.clear();
            }
            run.invocations.invoke(function, with, Map.of(), null);
        }
    }

    private static List<Entry> entries(PythonFile file) {
        List<Entry> entries = new ArrayList<>();
        for (Node each : defined(file.root())) {
            if (each.is("function_definition")) {
                entries.add(new Entry(file, null, each));
            } else {
                defined(each.child("body")).stream()
                        .filter(member -> member.is("function_definition"))
                        .filter(member -> !member.child("name").text().equals("__init__"))
                        .forEach(member -> entries.add(new Entry(file, each, member)));
            }
        }
        return entries;
    }

    /** Returns the functions and classes that a block defines. */
    private static List<Node> defined(Node block) {
        List<Node> found = new ArrayList<>();
        for (Node each : block.parts()) {
            Node node = each.is("decorated_definition") ? each.child("definition") : each;
            if (node.is("function_definition", "class_definition")) {
                found.add(node);
            }
        }
        return found;
    }
}
