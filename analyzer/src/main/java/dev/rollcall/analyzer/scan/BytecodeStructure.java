package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.code.ProgramReader;
import dev.rollcall.analyzer.scan.run.Forks;
import dev.rollcall.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What class files say about the lines of a job's stacks. Classes without line numbers, or of another build than the job
 * ran, give no answer: a line that the method does not have is unknown. Not safe for use by several threads.
 */
public final class BytecodeStructure implements CodeStructure {
    /** The job's own classes are nearest to its stacks; more would be libraries. */
    private static final int MOST_CLASSES = 2_000;

    /** The first two parts of a package, such as {@code org.bytedeco.}, tell whose a class is. */
    private static final String VENDOR = "^((?:[^.]+\\.){1,2}).*";

    /** Rollcall's API is no library that makes calls, and what lies beside it may be the program that is examined. */
    private static final String OWN = "dev.rollcall.";

    private final ClassPath classes;
    private final Map<String, Map<String, List<MethodCode>>> read = new HashMap<>();
    private final Map<Set<String>, Forks> forks = new HashMap<>();

    /**
     * Reads from a class path.
     *
     * @param classes where to look; stays the caller's to close
     */
    public BytecodeStructure(ClassPath classes) {
        this.classes = classes;
    }

    @Override
    public Optional<List<Loop>> loopsAround(StackFrame frame) {
        return method(frame).map(code -> code.loopsAround(frame.line()));
    }

    @Override
    public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
        if (!from.type().equals(to.type()) || !from.method().equals(to.method())) {
            return Optional.empty();
        }
        return method(from).filter(code -> code.has(to.line())).map(code -> code.leads(from.line(), to.line()));
    }

    @Override
    public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return ofClasses(way) ? forks(way).fork(way, matter) : Optional.empty();
    }

    @Override
    public Optional<Boolean> madeByAll(List<StackFrame> way) {
        return ofClasses(way) ? forks(way).madeByAll(way) : Optional.empty();
    }

    @Override
    public Optional<Set<Integer>> makers(List<StackFrame> way, int ranks) {
        return ofClasses(way) ? forks(way).makers(way, ranks) : Optional.empty();
    }

    /** Python's stacks tell of no classes. */
    private static boolean ofClasses(List<StackFrame> way) {
        return way.stream().anyMatch(frame -> !frame.type().isEmpty());
    }

    private Forks forks(List<StackFrame> way) {
        Set<String> types = new TreeSet<>();
        way.forEach(frame -> types.add(frame.type()));
        return forks.computeIfAbsent(types, first -> {
            Catalogue catalogue = Catalogue.builtIn();
            Set<String> libraries = new TreeSet<>();
            catalogue.classNames().stream()
                    .filter(name -> !name.startsWith(OWN))
                    .forEach(name -> libraries.add(name.replaceFirst(VENDOR, "$1")));
            ProgramReader reader = new ProgramReader();
            reader.reachable(
                    type -> libraries.stream().anyMatch(type::startsWith) ? Optional.empty() : classes.find(type),
                    first,
                    MOST_CLASSES);
            return Forks.of(reader.program(), catalogue);
        });
    }

    /** Returns the one method of the frame's name that has the frame's line; empty where none has, or several. */
    private Optional<MethodCode> method(StackFrame frame) {
        if (frame.line() <= 0 || frame.type().isEmpty()) {
            return Optional.empty();
        }
        List<MethodCode> found =
                read.computeIfAbsent(frame.type(), this::methods).getOrDefault(frame.method(), List.of()).stream()
                        .filter(code -> code.has(frame.line()))
                        .toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private Map<String, List<MethodCode>> methods(String type) {
        Map<String, List<MethodCode>> methods = new HashMap<>();
        Optional<byte[]> file = classes.find(type);
        if (file.isEmpty()) {
            return methods;
        }
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodReader(code ->
                        methods.computeIfAbsent(name, n -> new ArrayList<>()).add(code));
            }
        };
        try {
            new ClassReader(file.get()).accept(visitor, ClassReader.SKIP_FRAMES);
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            methods.clear();
        }
        return methods;
    }
}
