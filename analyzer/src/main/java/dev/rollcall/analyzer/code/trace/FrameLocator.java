package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.python.PythonFileFinder;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the functions of frames. Not thread-safe. */
final class FrameLocator {
    private final CodeProgram program;
    private final NearClasses classes;
    private final PythonSources python;
    private final Map<FunctionId, FunctionFlow> flows = new HashMap<>();

    FrameLocator(CodeProgram program, NearClasses classes, PythonSources python) {
        this.program = program;
        this.classes = classes;
        this.python = python;
    }

    /** Returns the one function of the frame's name that has the frame's line; empty where none has, or several. */
    Optional<FunctionFlow> find(StackFrame frame) {
        if (frame.line() <= 0) {
            return Optional.empty();
        }
        List<FunctionFlow> found = new ArrayList<>();
        for (String name : units(frame)) {
            CodeUnit unit = program.unit(name).orElse(null);
            for (FunctionId each : unit == null ? List.<FunctionId>of() : unit.functions()) {
                if (isNamed(each, frame.method())) {
                    flow(each).filter(flow -> !flow.at(frame.line()).isEmpty()).ifPresent(found::add);
                }
            }
        }
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private List<String> units(StackFrame frame) {
        if (frame.file().endsWith(PythonFileFinder.SUFFIX)) {
            return python.ofFile(frame.file());
        }
        if (frame.type().isEmpty()) {
            return List.of();
        }
        classes.add(frame.type());
        return List.of(frame.type());
    }

    /** A Python stack has the name behind {@code def} alone. */
    private static boolean isNamed(FunctionId id, String method) {
        if (id.name().equals(method)) {
            return true;
        }
        String name = id.name().replaceFirst("@\\d+$", "");
        return id.descriptor().isEmpty() && simple(name).equals(simple(method));
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Returns a function; empty where it is not at hand. */
    Optional<FunctionFlow> flow(FunctionId id) {
        FunctionFlow known = flows.get(id);
        if (known == null) {
            CodeFunction function = program.function(id).orElse(null);
            known = function == null ? null : new FunctionFlow(function);
            flows.put(id, known);
        }
        return Optional.ofNullable(known);
    }
}
