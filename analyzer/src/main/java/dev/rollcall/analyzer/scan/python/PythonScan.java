package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Behaviour;
import dev.rollcall.analyzer.scan.run.Ended;
import dev.rollcall.analyzer.scan.run.Oracle;
import dev.rollcall.analyzer.scan.run.Partings;
import dev.rollcall.analyzer.scan.run.Ways;
import dev.rollcall.analyzer.scan.run.Worlds;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Searches Python programs for collectives that some ranks call and others do not. Not safe for use by several threads. */
public final class PythonScan {
    private final PythonProgram program;
    private final Set<Node> entered = new HashSet<>();
    private final Effort effort;

    /** Makes a scan of a program. */
    public PythonScan(PythonProgram program) {
        this(program, new Effort());
    }

    /** Makes a scan of a program that takes no more than some effort. */
    PythonScan(PythonProgram program, Effort effort) {
        this.program = program;
        this.effort = effort;
    }

    /** Returns what is found, in the order of files and lines. */
    public List<CodeFinding> findings() {
        List<Beginning> modules = program.files().stream()
                .filter(program::runs)
                .map(file -> new Beginning(file, null, null))
                .toList();
        List<Beginning> functions = program.files().stream()
                .flatMap(file -> Beginning.of(file).stream())
                .filter(program::parts)
                .toList();
        Partings partings = new Partings();
        effort.expect(modules.size() + functions.size());
        modules.forEach(each -> run(each, partings));
        for (boolean called : new boolean[] {false, true}) {
            List<Beginning> rest = functions.stream()
                    .filter(each -> called || !program.called(each))
                    .filter(each -> !entered.contains(each.function()))
                    .toList();
            effort.expect(rest.size());
            for (Beginning each : rest) {
                if (!entered.contains(each.function())) {
                    run(each, partings);
                }
            }
        }
        List<CodeFinding> findings = new ArrayList<>(partings.findings());
        findings.removeIf(finding -> program.files().stream()
                .anyMatch(file -> file.path().equals(finding.file()) && file.ignored(finding.line())));
        if (effort.partly() > 0) {
            findings.add(partly());
        }
        return findings;
    }

    private CodeFinding partly() {
        CodePlace place = effort.first();
        String others = effort.partly() == 1 ? "" : " and " + (effort.partly() - 1) + " more functions";
        String summary = "the program is large: " + place.method() + others
                + " were analyzed on fewer paths than usual, or not to the end; scan fewer files at once to analyze them further";
        return new CodeFinding(
                Level.NOTE,
                Cause.UNDETERMINED,
                place.type(),
                place.file(),
                place.line(),
                "",
                List.of(),
                0,
                others.isEmpty() ? summary.replace(" were ", " was ").replace("them", "it") : summary,
                List.of());
    }

    private void run(Beginning beginning, Partings partings) {
        effort.begin();
        partings.run(beginning.place(), from(beginning));
        effort.end(beginning.place());
    }

    /** Returns the runs that begin at a function that is named and stands around a line; empty where there is none. */
    List<Worlds> at(PythonFile file, String function, int line) {
        if (function.equals("<module>")) {
            return List.of(anew(new Beginning(file, null, null)));
        }
        List<Worlds> found = new ArrayList<>();
        for (Beginning each : Beginning.of(file)) {
            Node node = each.function();
            if (each.name().equals(function) && node.line() <= line && line <= node.lastLine()) {
                found.add(anew(each));
            }
        }
        return found;
    }

    private Worlds from(Beginning beginning) {
        return (world, sink) ->
                effort.explore((oracle, rank) -> run(beginning, oracle, rank, world, effort.run()), world, sink);
    }

    /** Returns runs that need not share what a whole scan may take. */
    private Worlds anew(Beginning beginning) {
        return (world, sink) -> new Ways()
                .explore((oracle, rank) -> run(beginning, oracle, rank, world, PythonRun.MOST_STEPS), world, sink);
    }

    private Behaviour run(Beginning beginning, Oracle oracle, int rank, int world, long mostSteps) {
        PythonRun run = new PythonRun(program, oracle, rank, world);
        run.entered = entered;
        run.mostSteps = mostSteps;
        run.main = beginning.function() == null ? beginning.file() : null;
        Behaviour behaviour = run.behaviour;
        try {
            beginning.run(run);
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
}
