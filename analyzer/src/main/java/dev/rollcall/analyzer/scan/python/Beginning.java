package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Value;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A place where runs begin: a file that is run as a program, or a function that nobody was seen to call.
 *
 * @param file its file
 * @param type the class that it is a method of; null where it is none
 * @param function the function; null where the file itself is run
 */
record Beginning(PythonFile file, Node type, Node function) {
    private static final String ENTER = "__enter__";
    private static final String EXIT = "__exit__";
    private static final Arguments NOTHING = new Arguments(List.of(), Map.of());

    /** Returns the functions of a file, and the methods of its classes, in their order. */
    static List<Beginning> of(PythonFile file) {
        List<Beginning> found = new ArrayList<>();
        for (Node each : defined(file.root())) {
            if (each.is("function_definition")) {
                found.add(new Beginning(file, null, each));
            } else {
                defined(each.child("body")).stream()
                        .filter(member -> member.is("function_definition"))
                        .filter(member -> !name(member).equals("__init__")
                                && !name(member).equals(EXIT))
                        .forEach(member -> found.add(new Beginning(file, each, member)));
            }
        }
        return found;
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

    private static String name(Node definition) {
        return definition.child("name").text();
    }

    String name() {
        return function == null ? "the module" : name(function);
    }

    /** Returns the name of the class that it is a method of; empty where it is none. */
    String typeName() {
        return type == null ? "" : name(type);
    }

    CodePlace place() {
        int line = function == null ? 1 : function.child("name").line();
        return new CodePlace("", name(), file.path(), line);
    }

    /** Runs it: a function with arguments that nobody knows, on an object that was made with such. */
    void run(PythonRun run) {
        ModuleScope module = run.module(file);
        run.now = new Activation(null, Activation.NOWHERE, module, 1, null);
        if (function != null) {
            run.behaviour.events.clear();
            begin(run, module);
        }
        run.handed.run();
    }

    private void begin(PythonRun run, ModuleScope module) {
        if (type == null) {
            Value found = module.get(name());
            if (found instanceof Function || found instanceof Partial) {
                run.handed.take(run.invocations.call(found, NOTHING, null));
            }
        } else if (module.get(typeName()) instanceof ClassValue owner
                && owner.members.variables.get(name()) instanceof Function found) {
            List<Value> with = new ArrayList<>();
            if (found.bound) {
                with.add(run.invocations.call(owner, NOTHING, type));
                run.behaviour.events.clear();
            }
            run.handed.take(run.invocations.invoke(found, with, Map.of(), null));
            if (name().equals(ENTER) && found.bound && owner.member(EXIT) instanceof Function exit) {
                run.invocations.invoke(exit, with, Map.of(), null);
            }
        }
    }
}
