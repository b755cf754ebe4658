package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.util.List;
import java.util.Map;

/**
 * What NCCL's RAS service answered at one moment about the communicators of a running job. Immutable.
 *
 * @param time when it answered, nanoseconds since the epoch as if its host's clock were at UTC; {@link Call#NO_TIME} where unknown
 * @param communicators the communicators
 */
record RasReport(long time, List<Communicator> communicators) {

    /**
     * A communicator.
     *
     * @param identity its id, as {@link #identity} writes it
     * @param size the number of its ranks
     * @param members the ranks of which the report says something
     */
    record Communicator(String identity, int size, List<Member> members) {}

    /**
     * One rank of one communicator.
     *
     * @param rank the rank in the communicator
     * @param process its process; {@link Process#UNKNOWN} where the report does not name it
     * @param answer whether its process answered
     * @param calls the number of its collectives by operation, of those that RAS counts; empty where unknown
     */
    record Member(int rank, Process process, Answer answer, Map<String, Long> calls) {}

    /**
     * A process, and the device that a rank of it uses.
     *
     * @param host the address of its host; empty where unknown
     * @param pid its process number; -1 where unknown
     * @param device the number of the CUDA device; -1 where unknown
     */
    record Process(String host, long pid, int device) {
        static final Process UNKNOWN = new Process("", -1, -1);

        boolean known() {
            return pid >= 0;
        }
    }

    /** Whether a process answered RAS. */
    enum Answer {
        /** It did. */
        GIVEN,
        /** It did, and does not have this communicator: it left it, or has not created it yet. */
        WITHOUT_COMMUNICATOR,
        /** It did not answer in time. */
        NONE,
        /** RAS gave up on it. */
        CONSIDERED_DEAD;

        /** Returns whether nothing came back from the process. */
        boolean missing() {
            return this == NONE || this == CONSIDERED_DEAD;
        }
    }

    /**
     * Returns a communicator's id in one form for reports, which differ in leading zeros, and logs.
     *
     * @param hexadecimal the id, with or without {@code 0x}; any other text is returned as it is
     */
    static String identity(String hexadecimal) {
        String digits = hexadecimal.startsWith("0x") ? hexadecimal.substring(2) : hexadecimal;
        return digits.matches("[0-9a-fA-F]{1,16}")
                ? "0x" + Long.toHexString(Long.parseUnsignedLong(digits, 16))
                : hexadecimal;
    }
}
