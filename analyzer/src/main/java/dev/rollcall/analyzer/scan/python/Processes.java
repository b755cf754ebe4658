package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Processes and threads that a program starts. */
final class Processes {
    private final PythonRun run;
    private final Set<Value> begun = new HashSet<>();

    Processes(PythonRun run) {
        this.run = run;
    }

    /** Processes of a job that a program starts itself: each is one rank, and this run is one of them. */
    Value spawn(Arguments given, Node node) {
        Value function = given.get(0, "fn");
        List<Value> with = new ArrayList<>(List.of(run.own()));
        if (given.get(1, "args") instanceof Items items) {
            with.addAll(items.all);
        }
        if (function != null && begun.add(function)) {
            run.invocations.call(function, new Arguments(with, Map.of()), node);
        }
        return Const.NULL;
    }

    Value start(Library library, Arguments given, Node node) {
        Value target = given.named().get("target");
        List<Value> with = new ArrayList<>();
        if (given.named().get("args") instanceof Items items) {
            with.addAll(items.all);
        }
        if (target instanceof Function function && begun.add(target)) {
            List<Node> parameters = function.node.child("parameters").parts();
            boolean process = library.last().equals("Process");
            for (int i = 0; process && i < Math.min(parameters.size(), with.size()); i++) {
                boolean rank = RankNames.of(Binding.name(parameters.get(i))) == RankNames.Meaning.RANK;
                with.set(i, rank ? run.own() : with.get(i));
            }
            run.invocations.call(target, new Arguments(with, Map.of()), node);
        }
        return run.unknown(library.name, false);
    }
}
