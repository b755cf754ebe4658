package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
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
     * @param state what the library says about it
     */
    record Member(int rank, Process process, Answer answer, Map<String, Long> calls, State state) {}

    /**
     * What the library says about a rank's part of a communicator.
     *
     * @param error the error that it met on its own, in words as RAS writes them; empty for none
     * @param left how the process began to leave the communicator: {@code ABORT} or {@code FINALIZE}; empty if it did not
     */
    record State(String error, String left) {
        static final State RUNNING = new State("", "");

        static final String ABORT = "ABORT";
        static final String FINALIZE = "FINALIZE";

        /** The words for NCCL's results from 1 ({@code ncclErrorToString}); 7 means that an operation is in progress. */
        private static final List<String> ERRORS = List.of(
                "Unhandled CUDA error",
                "System error",
                "Internal error",
                "Invalid argument",
                "Invalid usage",
                "Remote process error",
                "");

        /** Returns the words for a result of NCCL; empty for success and for a result that no version writes. */
        static String error(long result) {
            return result < 1 || result > ERRORS.size() ? "" : ERRORS.get((int) result - 1);
        }

        /**
         * Returns the state in a text.
         *
         * @param status the word that the text has for the rank's status; null for none
         * @param error the words that it has for an error; null for none
         * @return null for neither
         */
        static State of(String status, String error) {
            if (status == null && error == null) {
                return null;
            }
            return new State(error == null ? "" : error, ABORT.equals(status) || FINALIZE.equals(status) ? status : "");
        }

        /** Returns this state and another one of the same rank. */
        State with(State other) {
            return new State(error.isEmpty() ? other.error : error, left.isEmpty() ? other.left : left);
        }

        /** Returns what the user should know, in words; empty for a communicator in use. It proves nothing against the rank. */
        List<String> remarks(String rank) {
            List<String> remarks = new ArrayList<>();
            if (!error.isEmpty()) {
                remarks.add("NCCL reported an error on a communicator of " + rank + ": " + error);
            }
            if (left.equals(ABORT)) {
                remarks.add(rank + " aborts a communicator, as a watchdog does after a time-out");
            } else if (left.equals(FINALIZE)) {
                remarks.add(rank + " called ncclCommFinalize or ncclCommDestroy, as a program does at its end");
            }
            return remarks;
        }
    }

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

        /** Returns what is said of a process that did not answer. */
        String reason() {
            return this == CONSIDERED_DEAD
                    ? "is considered dead by NCCL's RAS service"
                    : "did not answer NCCL's RAS service";
        }

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
