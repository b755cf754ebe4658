package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Several sources of code as one: the first that has an answer gives it. */
public final class CodeAtHand implements CodeStructure {
    private final List<CodeStructure> all;

    /** Puts several together, the best first. */
    public CodeAtHand(CodeStructure... all) {
        this.all = List.of(all);
    }

    private <T> Optional<T> first(Function<CodeStructure, Optional<T>> question) {
        return all.stream().map(question).flatMap(Optional::stream).findFirst();
    }

    @Override
    public Optional<List<Loop>> loopsAround(StackFrame frame) {
        return first(code -> code.loopsAround(frame));
    }

    @Override
    public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
        return first(code -> code.leadsTo(from, to));
    }

    @Override
    public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return first(code -> code.fork(way, matter));
    }

    @Override
    public Optional<Boolean> madeByAll(List<StackFrame> way) {
        return first(code -> code.madeByAll(way));
    }

    @Override
    public Optional<Set<Integer>> makers(List<StackFrame> way, int ranks) {
        return first(code -> code.makers(way, ranks));
    }
}
