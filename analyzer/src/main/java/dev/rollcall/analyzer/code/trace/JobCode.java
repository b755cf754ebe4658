package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.bytecode.ClassUnits;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.UnitSource;
import dev.rollcall.analyzer.code.library.LibraryCatalogue;
import dev.rollcall.analyzer.code.library.PureFunctions;
import dev.rollcall.analyzer.code.match.WordCheck;
import dev.rollcall.analyzer.code.python.PythonUnits;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.NodeFacts;
import dev.rollcall.analyzer.code.summary.SettingReads;
import dev.rollcall.analyzer.code.summary.Summaries;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.TypeTests;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.catalogue.Catalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The code of one job, and the analyses of it. Reads what it is asked for. Not thread-safe. */
final class JobCode implements AutoCloseable {
    private static final String CLASS = ".class";

    private final ClassUnits classes;
    private final CodeProgram program;
    private final FrameLocator locator;
    private final ValuePool values;
    private final Summaries summaries;
    private final Evaluator evaluator;
    private final GuardTest tests;
    private final WordCheck check;
    private final Map<FunctionId, WordCheck.Result> checked = new HashMap<>();

    /**
     * Finds the code.
     *
     * @param sources folders with Python sources, and single ones
     * @param classPath folders with class files, jars, and single class files
     */
    JobCode(List<Path> sources, List<Path> classPath) {
        Catalogue catalogue = Catalogue.forScan();
        LibraryCatalogue libraries = LibraryCatalogue.of(catalogue);
        List<Path> single = classPath.stream()
                .filter(each -> each.toString().endsWith(CLASS))
                .toList();
        classes = new ClassUnits(single, classPath, libraries::communicates);
        NearClasses near = new NearClasses(classes, catalogue);
        PythonUnits python = new PythonUnits(libraries.names(), libraries.valueNames());
        PythonSources files = new PythonSources(sources, python);
        program = new CodeProgram(List.of(near, python));
        locator = new FrameLocator(program, near, files);
        values = new ValuePool(List.of(new SettingReads(libraries), new TypeTests(program)));
        WordPool words = new WordPool(values);
        summaries = new Summaries(program, libraries, values, words);
        evaluator = new Evaluator(new PureFunctions(), summaries);
        tests = new GuardTest(values, evaluator);
        check = new WordCheck(values, words, evaluator, tests);
    }

    FrameLocator locator() {
        return locator;
    }

    ValuePool values() {
        return values;
    }

    Summaries summaries() {
        return summaries;
    }

    /** Returns what the analysis found in a function; empty if it could not be analysed. */
    Optional<NodeFacts> facts(CodeFunction function) {
        return summaries.facts(function.id());
    }

    /** Returns where ranks part in a function that nothing visible calls. */
    WordCheck.Result check(CodeFunction root) {
        WordCheck.Result found = checked.get(root.id());
        if (found == null) {
            found = check.check(summaries.root(root.id(), "").word());
            checked.put(root.id(), found);
        }
        return found;
    }

    /** Returns the conditions under which a library's decorators run a function, the outermost first. */
    List<Guard> decorators(CodeFunction function) {
        List<Guard> guards = new ArrayList<>();
        Word word = summaries.of(function.id()).word();
        while (word instanceof Word.Split split && split.guard().kind() == Guard.Kind.DECORATOR) {
            guards.add(split.guard());
            word = split.yes();
        }
        return guards;
    }

    /** Returns whether a condition can differ between ranks. */
    RankVariation test(Value condition) {
        return tests.condition(condition);
    }

    /** Returns whether a condition holds on a rank; empty where that is unknown. */
    Optional<Boolean> truth(Value condition, RankModel rank) {
        return evaluator.truth(condition, rank);
    }

    /** Returns the functions of a class or Python file; none where it is not at hand. */
    Set<FunctionId> functions(String unit) {
        return program.unit(unit).map(CodeUnit::functions).orElse(Set.of());
    }

    /** Returns whether the code has a class; a library's, too, where it is among the classes. */
    boolean hasType(String name) {
        return program.type(name).isPresent();
    }

    /** Returns whether a function has an object as its first parameter. */
    boolean isMethod(FunctionId id) {
        return program.function(id)
                .filter(function -> function.form() == CodeFunction.Form.METHOD)
                .isPresent();
    }

    /** Returns the lines of a Python file; none of a class. */
    List<String> lines(CodeFunction function) {
        return program.unit(function.id().unit()).map(unit -> unit.lines()).orElse(List.of());
    }

    /** Returns what could not be read so far. */
    List<UnitSource.Unread> unread() {
        return program.unread();
    }

    @Override
    public void close() {
        classes.close();
    }
}
