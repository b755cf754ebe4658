package dev.rollcall.analyzer.decision.wrapped;

import java.util.Locale;
import java.util.function.Consumer;

/** The jobs. Each has one fault. */
public enum WrappedJob {
    /** One method of the wrapper takes all calls. */
    RECOMMENDER(Recommender::main),
    /** The wrapper repeats failed calls in a loop. */
    OCEAN_MODEL(OceanModel::main),
    /** Two wrappers are around each other. */
    AD_RANKING(AdRanking::main),
    /** Each group has a wrapper. */
    GRAPH_WALK(GraphWalk::main),
    /** The wrapper is a method of the class that uses it. */
    SPEECH_TRAINING(SpeechTraining::main),
    /** The wrapper's calls are lambdas. */
    TRANSLATION(Translation::main),
    /** One method of the wrapper makes two calls. */
    GENOME_INDEX(GenomeIndex::main),
    /** The application's lambdas call the wrapper. */
    OPTION_PRICING(OptionPricing::main),
    /** The wrapper throws. */
    FRAUD_CHECK(FraudCheck::main),
    /** The wrapper has one method. */
    TRAFFIC_FORECAST(TrafficForecast::main);

    private final Consumer<World> program;

    WrappedJob(Consumer<World> program) {
        this.program = program;
    }

    /** Runs one rank of the job to its end. */
    public void run(World world) {
        program.accept(world);
    }

    /** Returns the name of the source file below this package's folder. */
    public String file() {
        StringBuilder file = new StringBuilder();
        for (String word : name().split("_")) {
            file.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return file + ".java";
    }
}
