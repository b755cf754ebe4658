package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.python.Unknown.Kind;
import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Models and trainers whose use is collective: DDP, FSDP, SyncBatchNorm, Accelerate, Lightning. */
final class Wrappers {
    private static final Set<String> KEEPING = Set.of(
            "cuda",
            "to",
            "cpu",
            "train",
            "eval",
            "half",
            "float",
            "double",
            "bfloat16",
            "requires_grad_",
            "compile",
            "share_memory",
            "module",
            "apply",
            "to_empty");
    private static final Map<String, String> OF_ACCELERATOR = Map.of(
            "wait_for_everyone", "barrier",
            "gather", "all_gather",
            "gather_for_metrics", "all_gather",
            "reduce", "all_reduce",
            "pad_across_processes", "all_gather",
            "get_state_dict", "state dict",
            "save_state", "save_state");
    /** What communicates where the model is sharded, and with DDP does not. */
    private static final Set<String> PERHAPS = Set.of("get_state_dict", "save_state");

    private static final Map<String, String> OF_LIGHTNING = Map.of(
            "barrier", "barrier",
            "all_gather", "all_gather",
            "all_reduce", "all_reduce",
            "reduce", "all_reduce",
            "broadcast", "broadcast",
            "reduce_boolean_decision", "all_reduce",
            "save_checkpoint", "save_checkpoint");
    private static final Set<String> LIGHTNING_CLASSES = Set.of("Fabric", "Trainer", "LightningLite");

    private final PythonRun run;
    private final Torch torch;

    Wrappers(PythonRun run, Torch torch) {
        this.run = run;
        this.torch = torch;
    }

    /** Makes a wrapper; null where the function makes none. */
    Value function(String name, String last, Arguments given, Node node) {
        switch (last) {
            case "DistributedDataParallel", "DDP" -> {
                torch.event("DDP construction", node);
                return wrap(Kind.DDP, "ddp", given.first());
            }
            case "FullyShardedDataParallel", "FSDP" -> {
                torch.event("FSDP construction", node);
                return wrap(Kind.FSDP, "fsdp", given.first());
            }
            case "fully_shard" -> {
                return shard(given.first());
            }
            case "convert_sync_batchnorm" -> {
                return wrap(Kind.SYNC_BATCH_NORM, "syncbn", given.first());
            }
            case "SyncBatchNorm" -> {
                return Unknown.of(Kind.SYNC_BATCH_NORM, "syncbn at " + node.number(), run.open);
            }
            case "Accelerator", "PartialState", "AcceleratorState" -> {
                return Unknown.of(Kind.ACCELERATOR, last, run.open);
            }
            default -> {
                boolean lightning =
                        LIGHTNING_CLASSES.contains(last) && (name.contains("lightning") || !name.contains("."));
                return lightning ? Unknown.of(Kind.LIGHTNING, last, run.open) : null;
            }
        }
    }

    private Unknown wrap(Kind kind, String name, Value inner) {
        Unknown made = Unknown.of(kind, name + "(" + inner.key() + ")", run.open);
        made.inner = inner;
        return made;
    }

    private static Value shard(Value model) {
        if (model instanceof Unknown unknown && (unknown.kind == Kind.ANY || unknown.kind == Kind.TENSOR)) {
            unknown.kind = Kind.SHARDED;
        } else if (model instanceof Instance instance) {
            instance.sharded = true;
        }
        return model;
    }

    /** Calls a model; null where that calls no collective. */
    Value forward(Unknown model, Arguments given, Node node) {
        boolean gradients = run.withoutGradients == 0;
        String label = switch (model.kind) {
            case DDP -> gradients ? "DDP forward" : null;
            case FSDP, SHARDED -> "FSDP forward";
            case SYNC_BATCH_NORM -> trains(model) ? "SyncBatchNorm forward" : null;
            default -> null;
        };
        if (label == null && model.inner == null) {
            return null;
        }
        if (label != null) {
            torch.event(label, node);
        }
        return model.inner == null
                ? run.invocations.result(model.key(), given, false)
                : run.invocations.call(model.inner, given, node);
    }

    private static boolean trains(Unknown model) {
        return model.training && (!(model.inner instanceof Unknown inner) || trains(inner));
    }

    /** Calls a method of a model, a trainer or an accelerator; null where it does not matter. */
    Value method(Method method, Arguments given, Node node) {
        String name = method.name;
        if (name.equals("full_tensor")) {
            torch.event("full_tensor", node);
            return run.invocations.result(method.key(), given, false).settled(true);
        }
        Kind kind = method.receiver instanceof Unknown unknown ? unknown.kind : kind(method.receiver);
        switch (kind) {
            case ACCELERATOR -> {
                if (name.equals("prepare")) {
                    return prepare(given, node);
                }
                return accelerate(method, given, node);
            }
            case LIGHTNING -> {
                return lightning(method, given, node);
            }
            case FSDP -> {
                if (Set.of("state_dict", "clip_grad_norm_", "optim_state_dict", "full_optim_state_dict")
                        .contains(name)) {
                    torch.event("FSDP " + name, node);
                }
            }
            default -> {
                // Nothing else of these calls a collective by a method.
            }
        }
        return KEEPING.contains(name) ? kept(method, given) : null;
    }

    /** A method that returns its object. */
    private static Value kept(Method method, Arguments given) {
        if (method.receiver instanceof Unknown model && model.kind != Kind.TENSOR) {
            if (method.name.equals("eval") || method.name.equals("train")) {
                boolean off = given.all().stream().anyMatch(each -> each instanceof Const on && on.number() == 0);
                model.training = method.name.equals("train") && !off;
            }
            return model;
        }
        boolean model = method.receiver instanceof Instance instance && instance.type.isA("Module");
        return model ? method.receiver : null;
    }

    private static Kind kind(Value receiver) {
        boolean lightning = receiver instanceof Instance instance && instance.type.isA("LightningModule")
                || receiver instanceof Super above
                        && above.self instanceof Instance self
                        && self.type.isA("LightningModule");
        return lightning ? Kind.LIGHTNING : Kind.ANY;
    }

    private Value accelerate(Method method, Arguments given, Node node) {
        String label = OF_ACCELERATOR.get(method.name);
        if (label == null) {
            return null;
        }
        if (PERHAPS.contains(method.name)) {
            torch.perhaps(label, node);
        } else {
            torch.event(label, node);
        }
        return run.invocations.result(method.key(), given, false).settled(true);
    }

    private Value lightning(Method method, Arguments given, Node node) {
        boolean synced =
                method.name.startsWith("log") && given.named().get("sync_dist") instanceof Const on && on.number() == 1;
        String label = synced ? "log with sync_dist" : OF_LIGHTNING.get(method.name);
        if (label == null) {
            return null;
        }
        torch.event(label, node);
        return run.invocations.result(method.key(), given, false).settled(true);
    }

    /** Accelerate wraps what is a model, and returns the rest as it is. */
    private Value prepare(Arguments given, Node node) {
        List<Value> prepared = new ArrayList<>();
        for (Value each : given.all()) {
            boolean model = each instanceof Instance instance && instance.type.isA("Module");
            prepared.add(model ? wrap(Kind.DDP, "prepared", each) : each);
        }
        torch.event("prepare", node);
        return prepared.size() == 1 ? prepared.get(0) : new Items(prepared, run.open);
    }
}
