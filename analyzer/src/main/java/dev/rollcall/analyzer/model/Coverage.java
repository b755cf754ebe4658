package dev.rollcall.analyzer.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How much of a job the sources show. Immutable.
 *
 * @param expected the world size; -1 where unknown
 * @param lowerBound whether the job may have more ranks than expected: nothing shows that the highest known rank is the last
 * @param read how many ranks were read
 * @param unreadable files of ranks, and of code, that could not be read, were read in part, or were not used
 * @param missingCalls ranks whose files lack the oldest calls
 */
public record Coverage(
        int expected, boolean lowerBound, int read, List<Unreadable> unreadable, List<MissingCalls> missingCalls) {

    /** Makes the coverage of a job whose number of ranks is known, or unknown altogether. */
    public Coverage(int expected, int read, List<Unreadable> unreadable, List<MissingCalls> missingCalls) {
        this(expected, false, read, unreadable, missingCalls);
    }

    private static final String BEYOND_MEMORY =
            "the texts show more than fits into memory, so that ranks, stacks and calls are left out: give Java a larger heap"
                    + " (JAVA_OPTIONS=-Xmx8g)";

    public Coverage {
        unreadable = once(unreadable);
        missingCalls = List.copyOf(missingCalls);
    }

    /** Returns the files; of one that could not be read at all, the first reason only: what is damaged fails in several steps. */
    public static List<Unreadable> once(Collection<Unreadable> files) {
        Set<String> unread = new HashSet<>();
        return files.stream()
                .distinct()
                .filter(file -> file.kind() != Kind.UNREADABLE || unread.add(file.file()))
                .toList();
    }

    /** Returns the same coverage with further files. */
    public Coverage with(List<Unreadable> further) {
        List<Unreadable> all = new ArrayList<>(unreadable);
        all.addAll(further);
        return new Coverage(expected, lowerBound, read, all, missingCalls);
    }

    /** Returns the files that were read and may lack calls, other than the oldest. */
    public Set<String> incompleteFiles() {
        return unreadable.stream()
                .filter(file -> file.kind() == Kind.INCOMPLETE || file.kind() == Kind.DOUBTFUL)
                .map(Unreadable::file)
                .collect(Collectors.toSet());
    }

    /** Returns the entry of files that show more than fits into memory; {@code path} is where they are. */
    public static Unreadable beyondMemory(String path) {
        return new Unreadable(path, BEYOND_MEMORY, Kind.INCOMPLETE);
    }

    /** Returns whether evidence was left out because it does not fit into memory. */
    public boolean exceedsMemory() {
        return unreadable.stream().anyMatch(Unreadable::isBeyondMemory);
    }

    /** Returns the ranks whose oldest calls were overwritten in a ring. */
    public Set<Integer> overwrittenRanks() {
        return missingCalls.stream()
                .filter(calls -> calls.why() == Missing.RING || calls.why() == Missing.FLIGHT_RECORDER_RING)
                .map(MissingCalls::rank)
                .collect(Collectors.toSet());
    }

    /** Returns the files of one kind. */
    public List<Unreadable> ofKind(Kind kind) {
        return unreadable.stream().filter(file -> file.kind() == kind).toList();
    }

    /**
     * A file that the user must know about: it shows less than it should, or was not used.
     *
     * @param file its name
     * @param reason why, in a few words
     * @param kind how much is lacking
     */
    public record Unreadable(String file, String reason, Kind kind) {

        /** Makes the entry of a file that could not be read at all. */
        public Unreadable(String file, String reason) {
            this(file, reason, Kind.UNREADABLE);
        }

        /** Returns whether evidence was left out because it does not fit into memory. */
        public boolean isBeyondMemory() {
            return reason.equals(BEYOND_MEMORY);
        }
    }

    /** How much of a file is lacking. The names are part of the JSON output (docs/verdict.md). */
    public enum Kind {
        /** It could not be read at all. */
        UNREADABLE,
        /** It was read, and lacks its end, some calls, or what came after the recording stopped; of code, a part was read. */
        INCOMPLETE,
        /** It was read, and mentions calls that it does not hold, so that the job cannot be called healthy. */
        DOUBTFUL,
        /** It was read and not used: another source of the same rank was preferred. It may agree with that one. */
        LEFT_ASIDE,
        /**
         * A log that was read and not used: its process has the rank of another one and no communicator contains both, so no
         * rank of the job can be trusted. The verdict is then inconclusive.
         */
        UNNUMBERED,
        /** It was read, and nothing shows whether it and others are of one run. The verdict is then inconclusive. */
        UNGROUPED
    }

    /** Why a file lacks a rank's oldest calls. */
    public enum Missing {
        /** The ring of a Rollcall trace was full; {@code slots=} enlarges it. */
        RING,
        /** The ring of PyTorch's flight recorder was full; {@code TORCH_NCCL_TRACE_BUFFER_SIZE} enlarges it. */
        FLIGHT_RECORDER_RING,
        /** The file is cut off. */
        CUT,
        /** The file starts late, or does not say. */
        UNKNOWN
    }

    /**
     * Calls at the front of a sequence that a file lacks.
     *
     * @param rank the global rank
     * @param communicator the communicator's name
     * @param calls how many
     * @param why why they are not there
     */
    public record MissingCalls(int rank, String communicator, long calls, Missing why) {

        /** Makes the entry of calls that were overwritten in a Rollcall trace. */
        public MissingCalls(int rank, String communicator, long calls) {
            this(rank, communicator, calls, Missing.RING);
        }
    }
}
