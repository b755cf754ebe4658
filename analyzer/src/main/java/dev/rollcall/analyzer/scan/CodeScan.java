package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.scan.code.ProgramReader;
import dev.rollcall.analyzer.scan.python.PythonProgram;
import dev.rollcall.analyzer.scan.python.PythonScan;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.catalogue.Catalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Searches class files and Python sources for collectives that some ranks call and others do not. Not safe for use by several threads. */
public final class CodeScan {
    private final ProgramReader classes = new ProgramReader();
    private final PythonProgram python;

    /**
     * Reads the code.
     *
     * @param paths class files, jars, Python sources, and folders of them
     */
    public CodeScan(List<Path> paths) {
        for (Path path : paths) {
            if (!PythonStructure.isPython(path)) {
                boolean mixed = Files.isDirectory(path);
                if (!mixed || ProgramReader.holdsClasses(path)) {
                    classes.read(path);
                }
            }
        }
        python = PythonStructure.read(paths.stream()
                .filter(path -> Files.isDirectory(path) || PythonStructure.isPython(path))
                .toList());
    }

    /** Returns how many classes were read. */
    public int classes() {
        return classes.size();
    }

    /** Returns how many Python files were read. */
    public int pythonFiles() {
        return python.size();
    }

    /** Returns what could not be read, as notes. */
    public List<CodeFinding> unread() {
        List<CodeFinding> notes = new ArrayList<>();
        classes.unread().forEach(each -> notes.add(note(each.file(), each.reason())));
        python.unread().forEach(each -> notes.add(note(each.file(), each.reason())));
        return notes;
    }

    private static CodeFinding note(String file, String reason) {
        return new CodeFinding(Level.NOTE, Cause.UNDETERMINED, "", file, 0, "", List.of(), 0, reason, List.of());
    }

    /**
     * Returns what is found, that in classes first, each in the order of files and lines.
     *
     * @param catalogue what is a collective in class files, and what returns a rank
     */
    public List<CodeFinding> findings(Catalogue catalogue) {
        List<CodeFinding> findings = new ArrayList<>();
        if (classes.size() > 0) {
            findings.addAll(new RankScan(catalogue).of(classes.program()));
        }
        findings.addAll(new PythonScan(python).findings());
        return findings;
    }
}
