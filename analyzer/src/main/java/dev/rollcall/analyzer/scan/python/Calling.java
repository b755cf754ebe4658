package dev.rollcall.analyzer.scan.python;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
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
            "FSDP",
            "DDP");
    /** What makes models that call collectives of what is handed to it. */
    private static final Set<String> MAKERS = Set.of("Accelerator", "LightningModule", "Fabric");

    private static final Set<String> ENDS = Set.of("exit", "_exit", "quit", "abort");

    private final CallNames names;
    private final Set<String> communicating;
    private final Set<String> reaching;
    private final Set<String> ranked;
    private final Map<PythonFile, BitSet> weighty = new HashMap<>();
    private final Map<PythonFile, BitSet> collective = new HashMap<>();
    private final Map<PythonFile, BitSet> concerning = new HashMap<>();
    private final Map<PythonFile, MentionedNames> mentioned = new HashMap<>();
    private final boolean wraps;

    Calling(Collection<PythonFile> files) {
        wraps = files.stream()
                .flatMap(file -> file.lines().stream())
                .anyMatch(line -> WRAPPERS.stream().anyMatch(line::contains)
                        || MAKERS.stream().anyMatch(line::contains));
        names = new CallNames(files);
        communicating = names.comingTo(this::isCollective);
        reaching = names.comingTo(name -> isCollective(name) || ENDS.contains(name));
        ranked = names.flowingFrom(this::isRank, this::communicates);
    }

    private boolean isCollective(String name) {
        return name.startsWith(MentionedNames.COLLECTIVE)
                || Operation.isName(name) && !MentionedNames.isShared(name)
                || WRAPPERS.contains(name)
                || wraps && (name.endsWith("model") || name.equals("net"));
    }

    /** Returns whether what is called so can come to a collective or an exit. */
    boolean matters(String name) {
        return reaching.contains(name) || ENDS.contains(name) || isCollective(name);
    }

    private boolean communicates(String name) {
        return communicating.contains(name) || isCollective(name);
    }

    private boolean isRank(String name) {
        return RankNames.tellsRank(name) && !names.defines(name);
    }

    private boolean asksRank(String name) {
        return ranked.contains(name) || isRank(name);
    }

    /** Returns whether what a node names can come to a collective. */
    boolean reaches(PythonFile file, Node node) {
        return weighed(collective, file, this::communicates).get(node.number());
    }

    /** Returns whether a function can come to a collective and asks, there or elsewhere, which rank it runs on. */
    boolean parts(PythonFile file, Node function, String name, String type) {
        return reaches(file, function)
                && (asksRank(name)
                        || asksRank(type)
                        || mentioned(file).in(function).stream().anyMatch(this::asksRank));
    }

    /** Returns whether it can matter to the calls of collectives what is done in a node. */
    boolean concerns(PythonFile file, Node node) {
        return weighed(concerning, file, name -> matters(name) || asksRank(name))
                .get(node.number());
    }

    /** Returns whether a function is named anywhere other than where it is defined. */
    boolean called(String name) {
        return names.named(name);
    }

    private MentionedNames mentioned(PythonFile file) {
        return mentioned.computeIfAbsent(file, MentionedNames::of);
    }

    /** Returns whether running a statement can come to a collective, other than by functions that it only defines. */
    boolean weighs(PythonFile file, Node node) {
        if (node.is("import_from_statement")) {
            return Imports.isWildcard(node);
        }
        if (node.is("function_definition", "class_definition", "lambda", "import_statement")) {
            return false;
        }
        String name = mentioned(file).of(node);
        return name != null && matters(name) || node.children().stream().anyMatch(each -> weighs(file, each));
    }

    private BitSet weighed(Map<PythonFile, BitSet> known, PythonFile file, Predicate<String> matters) {
        return known.computeIfAbsent(file, each -> {
            BitSet found = new BitSet();
            weigh(each.root(), mentioned(file), matters, found);
            return found;
        });
    }

    private static boolean weigh(Node node, MentionedNames names, Predicate<String> matters, BitSet found) {
        String name = names.of(node);
        boolean weighs = name != null && matters.test(name);
        for (Node each : node.children()) {
            weighs |= weigh(each, names, matters, found);
        }
        found.set(node.number(), weighs);
        return weighs;
    }

    /** Returns whether a branch decides over collectives, or over who goes on to them. */
    boolean decides(PythonFile file, Node node) {
        return node == null
                || Forking.escapes(node) > Forking.BLOCK
                || weighed(weighty, file, this::matters).get(node.number());
    }
}
