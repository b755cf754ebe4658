package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.input.text.WordSearch;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The kinds of messages in a console that are read, each with words of which every such message has one. A line is offered only to the
 * readers of the kinds that its words show, because patterns take much longer than a search for all words at once.
 */
enum MessageKind {
    ATTEMPT(AttemptBeginning.WORDS),
    LAUNCH_COMMAND(AttemptBeginning.COMMAND_WORDS),
    ELASTIC(ElasticReport.WORDS),
    TASK_END(LauncherKills.WORDS),
    LAUNCHER_IN_TASK(LauncherKills.LAUNCHER_WORDS),
    HOST_KILL(HostKills.WORDS),
    WORLD_SIZE(WorldSize.WORDS),
    WORLD_SIZE_OF_PROGRAM(WorldSize.PROGRAM_WORDS),
    WORLD_SIZE_OF_COMMAND(WorldSize.COMMAND_WORDS),
    WORLD_SIZE_OF_SETTING(WorldSize.SETTING_WORDS),
    TIMEOUT(List.of("Watchdog caught collective operation timeout")),
    COUNTERS(List.of("ast enqueued ")),
    CUDA_ERROR(List.of("terminated with exception: CUDA error: ")),
    /** CPython's faulthandler, about a signal of its own process. */
    FATAL_ERROR(List.of("Fatal Python error: ")),
    BARRIER(List.of(" monitoredBarrier")),
    FINGERPRINT(List.of("Detected mismatch between collectives")),
    DESYNC(DesyncReport.BEGINNINGS),
    FAILED_CALL_STACK(List.of(FailedCallStack.BEGINNING)),
    FAILURE_SUMMARY(FailureSummary.BEGINNINGS),
    TRACEBACK(List.of(Traceback.BEGINNING)),
    CHAINED_TRACEBACK(List.of(Traceback.CHAINED)),
    /** What stands before a traceback that did not end the program. */
    NOT_OF_PROGRAM(List.of("Exception in thread ", "Process-", "Exception ignored in", "--- Logging error ---")),
    RAY_WORKERS(List.of(RayWorkers.WORD)),
    /** What Ray's driver adds where it left out lines of other processes. */
    ALIKE_LEFT_OUT(List.of("x across cluster]"));

    private static final List<MessageKind> OF_WORD = Stream.of(values())
            .flatMap(kind -> kind.words.stream().map(word -> kind))
            .toList();
    private static final List<String> WORDS =
            Stream.of(values()).flatMap(kind -> kind.words.stream()).toList();
    private static final WordSearch SEARCH = new WordSearch(WORDS);

    private final List<String> words;

    MessageKind(List<String> words) {
        this.words = words;
    }

    /** Returns the words of all kinds. */
    static List<String> words() {
        return WORDS;
    }

    /** Returns the kinds of which a text has a word. */
    static Set<MessageKind> in(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        Set<MessageKind> kinds = EnumSet.noneOf(MessageKind.class);
        BitSet found = SEARCH.wordsIn(bytes, 0, bytes.length);
        for (int word = found.nextSetBit(0); word >= 0; word = found.nextSetBit(word + 1)) {
            kinds.add(OF_WORD.get(word));
        }
        return kinds;
    }

    /** Returns the first word of the kind. */
    String word() {
        return words.get(0);
    }
}
