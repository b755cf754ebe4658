package dev.rollcall.analyzer.scan.python;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which functions of a program can come to a collective, as far as names tell: a little too many, never too few. */
final class Calling {
    private static final Set<String> WRAPPERS = Set.of(
            "DistributedDataParallel",
            "FullyShardedDataParallel",
            "fully_shard",
            "SyncBatchNorm",
            "convert_sync_batchnorm",
            "Accelerator",
            "FSDP",
            "DDP",
            "LightningModule",
            "Fabric");
    private static final Set<String> ENDS = Set.of("exit", "_exit", "quit", "abort");

    private final Set<String> communicating = new HashSet<>();
    private final Set<String> reaching = new HashSet<>();
    private final Map<PythonFile, BitSet> weighty = new HashMap<>();
    private final Map<PythonFile, BitSet> collective = new HashMap<>();
    private final Map<Node, Integer> escapes = new HashMap<>();
    private final boolean wraps;

    Calling(Collection<PythonFile> files) {
        wraps = files.stream()
                .flatMap(file -> file.lines().stream())
                .anyMatch(line -> WRAPPERS.stream().anyMatch(line::contains));
        Map<String, Set<String>> calls = new LinkedHashMap<>();
        files.forEach(file -> collect(file.root(), List.of(), calls));
        spread(calls, this::communicates, communicating);
        spread(calls, this::matters, reaching);
    }

    private static void spread(Map<String, Set<String>> calls, Predicate<String> matters, Set<String> found) {
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Map.Entry<String, Set<String>> each : calls.entrySet()) {
                grows |= !found.contains(each.getKey())
                        && each.getValue().stream().anyMatch(matters)
                        && found.add(each.getKey());
            }
        }
    }

    /** Notes for all functions around a node what is called in them. */
    private void collect(Node node, List<Set<String>> around, Map<String, Set<String>> calls) {
        List<Set<String>> inside = around;
        if (node.is("function_definition")) {
            String name = node.child("name").text();
            inside = new ArrayList<>(around);
            inside.add(calls.computeIfAbsent(name, n -> new HashSet<>()));
            if (name.equals("forward") || name.equals("__call__")) {
                inside.add(calls.computeIfAbsent("model", n -> new HashSet<>()));
            }
        } else if (node.is("class_definition")) {
            calls.computeIfAbsent(node.child("name").text(), n -> new HashSet<>())
                    .add("__init__");
        }
        String name = name(node);
        if (name != null) {
            inside.forEach(names -> names.add(name));
        }
        for (Node each : node.children()) {
            collect(each, inside, calls);
        }
    }

    /** Returns what a node is called that can be a function; null where it is nothing of the kind. */
    private static String name(Node node) {
        return node.is("identifier")
                ? node.text()
                : node.is("attribute") ? node.child("attribute").text() : null;
    }

    private boolean matters(String name) {
        return reaching.contains(name) || ENDS.contains(name) || communicates(name);
    }

    private boolean communicates(String name) {
        return communicating.contains(name)
                || Operation.isName(name)
                || WRAPPERS.contains(name)
                || wraps && (name.endsWith("model") || name.equals("net"));
    }

    /** Returns whether what a node names can come to a collective. */
    boolean reaches(PythonFile file, Node node) {
        return weighed(collective, file, this::communicates).get(node.number());
    }

    private static BitSet weighed(Map<PythonFile, BitSet> known, PythonFile file, Predicate<String> matters) {
        return known.computeIfAbsent(file, each -> {
            BitSet found = new BitSet();
            weigh(each.root(), matters, found);
            return found;
        });
    }

    private static boolean weigh(Node node, Predicate<String> matters, BitSet found) {
        String name = name(node);
        boolean weighs = name != null && matters.test(name);
        for (Node each : node.children()) {
            weighs |= weigh(each, matters, found);
        }
        found.set(node.number(), weighs);
        return weighs;
    }

    /** Returns whether a branch decides over collectives, or over who goes on to them. */
    boolean decides(PythonFile file, Node node) {
        return node == null
                || escapes.computeIfAbsent(node, each -> Forking.escapes(each, false)) > Forking.BLOCK
                || weighed(weighty, file, this::matters).get(node.number());
    }
}
