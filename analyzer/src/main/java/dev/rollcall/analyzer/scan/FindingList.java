package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Language;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.match.Divergence;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodeCall;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The findings of a scan, each once: several functions that the program begins with come to the same branch. What the code marks as
 * intended is left out. Not thread-safe.
 */
final class FindingList {
    private static final int FINGERPRINT_BYTES = 8;

    private final CodeProgram program;
    private final DecidingBranches branches;
    private final Map<List<Object>, Found> found = new LinkedHashMap<>();
    private final Set<DecidingBranches.Branch> looked = new HashSet<>();

    private record Found(Divergence divergence, DecidingBranches.Branch branch) {}

    FindingList(CodeProgram program, DecidingBranches branches) {
        this.program = program;
        this.branches = branches;
    }

    /**
     * Adds a divergence; of several at one branch with one cause a warning counts before a note, then the first.
     *
     * @param root the function with which the word began
     */
    void add(Divergence divergence, FunctionId root) {
        DecidingBranches.Branch branch = branches.of(divergence, root);
        looked.add(branch);
        if (isMarked(divergence) || isSuppressed(branch.place())) {
            return;
        }
        List<Object> key = List.of(branch.place(), branch.text(), divergence.cause());
        found.merge(
                key,
                new Found(divergence, branch),
                (one, other) -> one.divergence.isWarning() || !other.divergence.isWarning() ? one : other);
    }

    /** Returns whether a divergence at a guard was added before. */
    boolean has(Guard guard) {
        return guard.isWritten() && looked.contains(DecidingBranches.branch(guard));
    }

    /** Returns whether the function has the annotation that says that ranks part in it on purpose. */
    private boolean isMarked(Divergence divergence) {
        return Stream.concat(
                        divergence.guard().stream().map(guard -> guard.place()),
                        divergence.call().stream().map(CollectiveCall::place))
                .flatMap(place -> program.function(place.function()).stream())
                .anyMatch(function -> function.marks().contains(CodeFunction.Mark.RANK_CONDITIONAL));
    }

    /** Returns whether a comment on the line or on the one before it suppresses the finding; Python's units have their source. */
    private boolean isSuppressed(SourcePlace place) {
        List<String> lines =
                program.unit(place.function().unit()).map(CodeUnit::lines).orElse(List.of());
        return IntStream.of(place.line() - 1, place.line() - 2)
                .filter(each -> each >= 0 && each < lines.size())
                .anyMatch(each -> lines.get(each).contains(CodeScan.SUPPRESSION));
    }

    /** Returns the findings in the order of files and lines. */
    List<CodeFinding> inOrder() {
        List<Found> all = new ArrayList<>(found.values());
        all.sort(Comparator.<Found, String>comparing(each -> each.branch.place().file())
                .thenComparingInt(each -> each.branch.place().line())
                .thenComparing(each -> each.branch.text())
                .thenComparing(each -> each.divergence.cause()));
        Map<String, Integer> alike = new HashMap<>();
        return all.stream().map(each -> finding(each, alike)).toList();
    }

    private CodeFinding finding(Found each, Map<String, Integer> alike) {
        Divergence divergence = each.divergence;
        CodePlace place = place(each.branch.place());
        List<CodeCall> calls = Stream.of(divergence.call(), divergence.othersCall())
                .flatMap(call -> call.stream())
                .map(call -> new CodeCall(call.operation(), List.of(place(call.place()))))
                .toList();
        String name = name(each);
        return new CodeFinding(
                divergence.isWarning() ? Level.WARNING : Level.NOTE,
                divergence.cause(),
                place.type(),
                place.file(),
                place.line(),
                each.branch.text(),
                divergence.ranks(),
                divergence.world(),
                CodeFindingText.summary(divergence),
                CodeFindingText.why(divergence),
                fingerprint(name + "\n" + alike.merge(name, 1, Integer::sum)),
                calls);
    }

    private CodePlace place(SourcePlace place) {
        FunctionId function = place.function();
        boolean isJava = program.unit(function.unit())
                .filter(unit -> unit.language() == Language.JAVA)
                .isPresent();
        return new CodePlace(isJava ? function.owner() : "", function.name(), place.file(), place.line());
    }

    /** What stays when lines are added elsewhere in the file. */
    private static String name(Found each) {
        String calls = Stream.of(each.divergence.call(), each.divergence.othersCall())
                .map(call -> call.map(CollectiveCall::operation).orElse(""))
                .reduce("", (one, other) -> one + "/" + other);
        FunctionId function = each.branch.place().function();
        return String.join(
                "\n",
                function.unit(),
                function.owner(),
                function.name().replaceAll("@\\d+", ""),
                each.divergence.cause().id(),
                Objects.requireNonNull(each.branch.text()),
                calls);
    }

    private static String fingerprint(String name) {
        try {
            byte[] whole = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(whole, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
