package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.UnitSource.Unread;
import dev.rollcall.analyzer.code.summary.LargeStack;
import dev.rollcall.analyzer.containment.IoErrorText;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.StackFrame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What class files and Python sources say about the lines of a job's stacks. Code is read when a question needs it; nothing is loaded or
 * run. What is damaged, has no line numbers or is of another build than the job ran gives no answer. Not safe for use by several threads.
 */
public final class StackCode implements CodeStructure, AutoCloseable {
    private final List<Path> sources;
    private final List<Path> classPath;
    private final Map<List<Object>, Optional<?>> answers = new HashMap<>();
    private final Set<Unreadable> failures = new LinkedHashSet<>();
    private JobCode code;

    /**
     * Answers from code on disk.
     *
     * @param sources folders with Python sources, and single ones
     * @param classPath folders with class files, jars, and single class files, the first one that has a class first
     */
    public StackCode(List<Path> sources, List<Path> classPath) {
        this.sources = List.copyOf(sources);
        this.classPath = List.copyOf(classPath);
    }

    @Override
    public Optional<List<Loop>> loopsAround(StackFrame frame) {
        return answer(
                List.of(frame), job -> job.locator().find(frame).map(function -> function.loopsAround(frame.line())));
    }

    @Override
    public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
        return answer(List.of(from, to), job -> {
            Optional<FunctionFlow> function = job.locator().find(from);
            return function.isPresent() && function.equals(job.locator().find(to))
                    ? Optional.of(function.get().leads(from.line(), to.line()))
                    : Optional.empty();
        });
    }

    @Override
    public Optional<Boolean> comesAgain(StackFrame frame, StackFrame without) {
        return answer(List.of("again", frame, without), job -> {
            Optional<FunctionFlow> function = job.locator().find(frame);
            return function.isPresent() && function.equals(job.locator().find(without))
                    ? Optional.of(function.get().comesAgain(frame.line(), without.line()))
                    : Optional.empty();
        });
    }

    @Override
    public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return answer(List.of(way, matter), job -> search(job, way, matter).find(matter));
    }

    @Override
    public Optional<Fork> parting(List<StackFrame> way, List<StackFrame> other) {
        return answer(
                List.of(way, other),
                job -> search(job, way, Matter.CALL).parting(new RecordedWay(job, other, Matter.CALL)));
    }

    @Override
    public Optional<Boolean> madeByAll(List<StackFrame> way) {
        return answer(List.of(way), job -> search(job, way, Matter.CALL).madeByAll());
    }

    @Override
    public Optional<Set<Integer>> makers(List<StackFrame> way, int ranks) {
        return answer(List.of(way, ranks), job -> search(job, way, Matter.CALL).makers(ranks));
    }

    @Override
    public Optional<Boolean> passesOn(List<StackFrame> frames) {
        return answer(List.of("passed", frames), job -> new PassedData(job).find(frames));
    }

    private static ForkSearch search(JobCode job, List<StackFrame> way, Matter matter) {
        return new ForkSearch(job, new RecordedWay(job, way, matter));
    }

    /** The question's parts are of different kinds for each question, so that they are the key of its answer. */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> answer(List<Object> question, Function<JobCode, Optional<T>> answer) {
        if (sources.isEmpty() && classPath.isEmpty()) {
            return Optional.empty();
        }
        Optional<?> known = answers.get(question);
        if (known == null) {
            known = unlessBroken(question, answer);
            answers.put(question, known);
        }
        return (Optional<T>) known;
    }

    /** Code is a bonus: the verdict comes without an answer, too. */
    private <T> Optional<T> unlessBroken(List<Object> question, Function<JobCode, Optional<T>> answer) {
        try {
            return LargeStack.call("rollcall code", () -> answer.apply(code()));
        } catch (CompletionException broken) {
            Throwable cause = broken.getCause();
            String reason = cause instanceof StackOverflowError ? "nested too deeply" : IoErrorText.of(cause);
            files(question).forEach(file -> failures.add(new Unreadable(file, reason, Kind.INCOMPLETE)));
            return Optional.empty();
        }
    }

    /** Returns the file of the first frame that a question is about. */
    private static Stream<String> files(List<Object> question) {
        return question.stream()
                .flatMap(part -> part instanceof List<?> frames ? frames.stream() : Stream.of(part))
                .filter(StackFrame.class::isInstance)
                .map(frame -> ((StackFrame) frame).file())
                .limit(1);
    }

    @Override
    public List<Unreadable> unread() {
        List<Unreadable> all = new ArrayList<>(failures);
        for (Unread each : code == null ? List.<Unread>of() : code.unread()) {
            all.add(new Unreadable(each.file(), each.reason(), each.partly() ? Kind.INCOMPLETE : Kind.UNREADABLE));
        }
        return all;
    }

    private JobCode code() {
        if (code == null) {
            code = new JobCode(new ArrayList<>(sources), new ArrayList<>(classPath));
        }
        return code;
    }

    @Override
    public void close() {
        if (code != null) {
            code.close();
        }
    }
}
