package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.code.bytecode.ClassUnits;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.library.LibraryCatalogue;
import dev.rollcall.analyzer.code.library.PureFunctions;
import dev.rollcall.analyzer.code.match.WordCheck;
import dev.rollcall.analyzer.code.python.PythonFileFinder;
import dev.rollcall.analyzer.code.python.PythonUnits;
import dev.rollcall.analyzer.code.summary.LargeStack;
import dev.rollcall.analyzer.code.summary.SettingReads;
import dev.rollcall.analyzer.code.summary.Summaries;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.TypeTests;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.analyzer.containment.IoErrorText;
import dev.rollcall.analyzer.verdict.ScanResult;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Searches class files and Python sources for collectives that some ranks call and others do not. Not safe for use by several threads. */
public final class CodeScan implements AutoCloseable {
    /** The comment that suppresses a finding of its line or of the next one. */
    public static final String SUPPRESSION = "rollcall: ignore";

    /** Bytes that are free for the result when the analysis has used all others. */
    private static final int RESERVE = 4 << 20;

    private final LibraryCatalogue libraries;
    private final boolean notes;
    private final ClassUnits classes;
    private final PythonUnits python;
    private final CodeProgram program;
    private final Map<String, String> skipped = new TreeMap<>();
    private final int pythonFiles;

    /**
     * Makes a scan.
     *
     * @param paths class files, jars, Python sources, and folders of them
     * @param libraries what is a collective, and what returns a rank
     * @param notes whether notes are looked for, too; without it some are found all the same
     */
    public CodeScan(Collection<Path> paths, LibraryCatalogue libraries, boolean notes) {
        this.libraries = libraries;
        this.notes = notes;
        List<Path> others =
                paths.stream().filter(each -> !PythonFileFinder.isOne(each)).toList();
        classes = new ClassUnits(others, List.of(), libraries::communicates);
        python = new PythonUnits(libraries.names(), libraries.valueNames());
        pythonFiles = paths.stream()
                .mapToInt(each -> python.addBelow(each, Integer.MAX_VALUE).size())
                .sum();
        program = new CodeProgram(List.of(classes, python));
    }

    /** Analyzes the code, on a thread with a stack for branches that are nested deeply. */
    public ScanResult run() {
        return LargeStack.call("rollcall scan", this::analyze);
    }

    private ScanResult analyze() {
        ValuePool values = new ValuePool(List.of(new SettingReads(libraries), new TypeTests(program)));
        WordPool words = new WordPool(values);
        Summaries summaries = new Summaries(program, libraries, values, words);
        Evaluator evaluator = new Evaluator(new PureFunctions(), summaries);
        WordCheck check = new WordCheck(values, words, evaluator, new GuardTest(values, evaluator));
        ScanRoots roots = new ScanRoots(program, summaries);
        FindingList findings = new FindingList(program, new DecidingBranches(program, summaries, values));
        Set<FunctionId> checked = new HashSet<>();
        byte[] reserve = new byte[RESERVE];
        for (String name : program.names()) {
            try {
                Set<FunctionId> own = program.unit(name).map(roots::of).orElse(Set.of());
                Deque<FunctionId> open = new ArrayDeque<>(own);
                while (!open.isEmpty()) {
                    FunctionId root = open.remove();
                    if (!checked.add(root)) {
                        continue;
                    }
                    WordCheck.Result found =
                            check.check(summaries.root(root, "").word(), findings::has, notes);
                    // What calls a function passes it values that it is compared without.
                    boolean alone = !own.contains(root);
                    found.divergences().forEach(each -> findings.add(alone ? each.inPart() : each, root));
                    if (!found.complete()) {
                        skipped.put(root.toString(), "too many ways lead through it");
                        if (notes) {
                            open.addAll(roots.called(root));
                        }
                    }
                }
            } catch (OutOfMemoryError e) {
                // What the analysis knows stays in memory, so that the next function would fail too.
                reserve = null;
                skipped.put(name + " and what follows it", "out of memory; more with JAVA_OPTIONS=-Xmx4g");
                break;
            } catch (StackOverflowError e) {
                skipped.put(name, "nested too deeply");
            } catch (RuntimeException e) {
                skipped.put(name, IoErrorText.of(e));
            }
        }
        summaries.gaps().forEach((function, reason) -> skipped.put(function.toString(), reason));
        Map<String, String> unread = new TreeMap<>();
        program.unread().forEach(each -> unread.put(each.file(), each.reason()));
        List<String> recognized = List.copyOf(new TreeSet<>(libraries.recognized()));
        int read = classes.scanned().size();
        return new ScanResult(findings.inOrder(), read, pythonFiles, recognized, unread, skipped);
    }

    @Override
    public void close() {
        classes.close();
    }
}
