package dev.rollcall.samples.generate.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line of the generated job's training script, with the call chain that leads to it. */
public enum ScriptLine {
    MAIN_START("Trainer", "main", 12, null),
    MAIN_TRAIN("Trainer", "main", 14, null),
    MAIN_EVALUATE("Trainer", "main", 15, null),
    MAIN_FINISH("Trainer", "main", 16, null),
    JOIN_WORLD("Trainer", "joinWorld", 20, MAIN_START),
    JOIN_GROUPS("Trainer", "joinGroups", 27, MAIN_START),
    TRAIN("Trainer", "train", 36, MAIN_TRAIN),
    BATCH("Trainer", "trainStep", 44, TRAIN),
    NEXT_BATCH("DataLoader", "next", 31, BATCH),
    SCHEDULE("Trainer", "trainStep", 46, TRAIN),
    FORWARD("Trainer", "trainStep", 48, TRAIN),
    RECEIVE_ACTIVATIONS("Stage", "forward", 22, FORWARD),
    SHARD_FORWARD("Layer", "forward", 57, FORWARD),
    SEND_ACTIVATIONS("Stage", "forward", 29, FORWARD),
    EXPERTS("Experts", "dispatch", 18, FORWARD),
    BACKWARD("Trainer", "trainStep", 51, TRAIN),
    RECEIVE_GRADIENTS("Stage", "backward", 41, BACKWARD),
    SHARD_BACKWARD("Layer", "backward", 83, BACKWARD),
    ATTENTION_GRADIENT("Gradients", "reduce", 33, BACKWARD),
    PROJECTION_GRADIENT("Gradients", "reduce", 34, BACKWARD),
    PERCEPTRON_GRADIENT("Gradients", "reduce", 35, BACKWARD),
    SEND_GRADIENTS("Stage", "backward", 48, BACKWARD),
    WAIT_GRADIENTS("Trainer", "trainStep", 53, TRAIN),
    UPDATE("Trainer", "trainStep", 55, TRAIN),
    SCATTER_EMBEDDING("Optimizer", "update", 62, UPDATE),
    GATHER_EMBEDDING("Optimizer", "update", 66, UPDATE),
    LOSS("Trainer", "trainStep", 58, TRAIN),
    GRADIENT_NORM("Trainer", "trainStep", 60, TRAIN),
    WAIT_STEP("Trainer", "trainStep", 62, TRAIN),
    CHECKPOINT("Trainer", "train", 38, MAIN_TRAIN),
    EVALUATE("Trainer", "evaluate", 75, MAIN_EVALUATE),
    LAST_BARRIER("Trainer", "finish", 88, MAIN_FINISH),
    // Only the culprit makes these extra calls; LOG is the line that calls LOSS_METRIC.
    GRADIENT_METRIC("Gradients", "logNorm", 52, BACKWARD),
    SHARD_METRIC("Layer", "logNorm", 94, FORWARD),
    LOG("Trainer", "trainStep", 57, TRAIN),
    LOSS_METRIC("Trainer", "logLoss", 97, LOG),
    // Only the culprit stops here, instead of a call.
    CHECK("Trainer", "checkLoss", 104, TRAIN),
    GIVE_UP("Trainer", "giveUp", 111, TRAIN);

    /** One line of a source file; {@code unit} is the file name without its extension. */
    public record Line(String unit, String method, int number) {

        /** Returns the file name as Java (extension {@code java}) or Python (any other) would write it. */
        public String file(String extension) {
            return (extension.equals("java") ? unit : unit.toLowerCase(Locale.ROOT)) + "." + extension;
        }
    }

    private final Line line;
    private final ScriptLine caller;

    ScriptLine(String unit, String method, int number, ScriptLine caller) {
        this.line = new Line(unit, method, number);
        this.caller = caller;
    }

    /** Returns the line itself. */
    public Line line() {
        return line;
    }

    /** Returns the line and its callers, innermost first. */
    public List<Line> callChain() {
        List<Line> chain = new ArrayList<>();
        for (ScriptLine site = this; site != null; site = site.caller) {
            chain.add(site.line);
        }
        return chain;
    }
}
