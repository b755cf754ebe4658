package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.List;
import java.util.Optional;

/**
 * The calls around a divergence: one row a call, one column a group of ranks that did the same. Calls that the alignment takes for
 * one stand in one row, also where their sequence numbers differ.
 *
 * @param communicator the communicator's name
 * @param pointToPoint whether these are sends and receives, which each rank numbers by itself, and not collectives
 * @param size how many ranks it has; -1 where unknown
 * @param columns the named ranks' first, then the largest groups
 * @param rows in the order of the calls
 * @param omitted ranks for whose groups there was no room, ascending
 * @param unread members of the communicator whose traces were not read, ascending
 */
public record CallGrid(
        String communicator,
        boolean pointToPoint,
        int size,
        List<Column> columns,
        List<Row> rows,
        List<Integer> omitted,
        List<Integer> unread) {

    /** The text of a cell at which a rank made no call although it made others before and after. */
    public static final String GAP = "–";

    /** The text of a cell of a rank that made no call there and none after it. */
    public static final String NO_CALL = "no call";

    /** The text of a cell of a rank that never joined the communicator. */
    public static final String NEVER_JOINED = "never joined";

    /** The text of a cell of a call that the source counts and does not list. */
    public static final String NOT_SHOWN = "not shown";

    /** The text of a cell of a call for which the recorder had no room left. */
    public static final String OVERWRITTEN = "overwritten";

    /** The text of a cell of a rank whose file ends before the call. */
    public static final String NOT_READ = "not read";

    /** The text of a cell of a rank whose file is incomplete. */
    public static final String NOT_RECORDED = "not recorded";

    /** The text of a cell of a call whose record is damaged. */
    public static final String RECORD_LOST = "record lost";

    /** The state of a call in which its rank waits. */
    public static final String WAITING = "waiting";

    /** The state of a pending call in which its rank does not wait. */
    public static final String NOT_FINISHED = "not finished";

    /** The state of a call of which the source does not show whether it completed. */
    public static final String OUTCOME_UNKNOWN = "outcome unknown";

    /** What precedes a call's own number where the row has another one. */
    public static final String OWN_CALL = "own call";

    private static final List<Word> WORDS = List.of(
            new Word(GAP, "the rank made no such call, and made later ones"),
            new Word(NO_CALL, "the rank made no such call, and none after it"),
            new Word(NEVER_JOINED, "the rank did not join the communicator"),
            new Word(WAITING, "the rank is in this call"),
            new Word(NOT_FINISHED, "the call was issued behind one that has not completed, or its rank ended"),
            new Word(OUTCOME_UNKNOWN, "the source does not show whether the call completed"),
            new Word(OWN_CALL, "the number that the call has on this rank"),
            new Word(NOT_SHOWN, "the source counts the call and does not list it"),
            new Word(OVERWRITTEN, "the recorder had no room left for so old a call"),
            new Word(NOT_READ, "the file of the rank ends before the call"),
            new Word(NOT_RECORDED, "the file of the rank is incomplete"),
            new Word(RECORD_LOST, "the call was made, and its record is damaged"));

    public CallGrid {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        omitted = List.copyOf(omitted);
        unread = List.copyOf(unread);
    }

    /** Returns what the rows are of, such as {@code Calls on }; the communicator's name follows. */
    public String title() {
        return (pointToPoint ? "Sends and receives" : "Calls") + " on ";
    }

    /** Returns the row of the first difference; empty where no row shows it. */
    public Optional<Row> divergence() {
        return rows.stream().filter(Row::divergent).findFirst();
    }

    /** Returns what the words mean that stand in the cells in place of a call, or below one. */
    public List<Word> words() {
        List<Cell> cells = rows.stream().flatMap(row -> row.cells().stream()).toList();
        return WORDS.stream()
                .filter(word -> cells.stream()
                        .anyMatch(cell ->
                                cell.call().equals(word.text()) || cell.state().contains(word.text())))
                .toList();
    }

    /**
     * A word of the cells.
     *
     * @param text the word
     * @param meaning what it says of a rank
     */
    public record Word(String text, String meaning) {}

    /** Returns how many ranks the communicator has, such as {@code , 4 ranks}; empty where unknown. */
    public String ranks() {
        return size < 0 ? "" : ", " + size + (size == 1 ? " rank" : " ranks");
    }

    /**
     * Ranks that did the same in every row.
     *
     * @param ranks the global ranks, ascending
     * @param named whether the finding names them
     */
    public record Column(List<Integer> ranks, boolean named) {
        /** Returns {@code Rank 0} or {@code Ranks 1–3}. */
        public String title() {
            return RankText.title(ranks);
        }
    }

    /**
     * One call.
     *
     * @param sequence its number on most ranks; 0 where only named ranks made it
     * @param extra whether only named ranks made it
     * @param divergent whether it is the first difference
     * @param cells one a column
     */
    public record Row(long sequence, boolean extra, boolean divergent, List<Cell> cells) {
        /** Returns the number; empty where only named ranks made the call. */
        public String label() {
            return sequence == 0 ? "" : NumberText.grouped(sequence);
        }

        /** Returns whether a marked cell's call, or its place, is not that of others, and in no cell that is not marked. */
        public boolean differs(Cell cell) {
            return cell.marked()
                    && cell.made()
                    && cells.stream().anyMatch(other -> !alike(cell, other))
                    && cells.stream().noneMatch(other -> !other.marked() && alike(cell, other));
        }

        private static boolean alike(Cell one, Cell other) {
            return one.call().equals(other.call()) && one.place().equals(other.place());
        }
    }

    /**
     * What a group of ranks called.
     *
     * @param call the signature, or what is known instead, such as {@code no call}; a dash for a gap
     * @param place the call site; empty where unknown
     * @param site the call site as the source has it; null where unknown
     * @param state its own number where that is not the row's, and what became of it where that matters; empty otherwise
     * @param made whether a call was made and its record is held
     * @param waiting whether any of the ranks waits in the call
     * @param marked whether this is the divergence
     */
    public record Cell(
            String call, String place, StackFrame site, String state, boolean made, boolean waiting, boolean marked) {
        private static final String OWN = OWN_CALL + " ";

        /** Makes the cell of a rank that made no call, or of which no call is known. */
        public static Cell without(String reason, String state) {
            return new Cell(reason, "", null, state, false, false, false);
        }

        /** Compares what ranks called, and not which of them still wait. A record's own would be linked at the first use. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Cell that
                    && made == that.made
                    && marked == that.marked
                    && call.equals(that.call)
                    && place.equals(that.place)
                    && state.equals(that.state);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * call.hashCode() + place.hashCode()) + state.hashCode();
        }

        /** Returns the cell with another state. */
        Cell withState(String other, boolean anyWaiting) {
            return new Cell(call, place, site, other, made, anyWaiting, marked);
        }

        /** Returns the cell of a call with its own number, for a row of another one. */
        public Cell numbered(long own) {
            String number = OWN + NumberText.grouped(own);
            return !made || own == 0 || !own().isEmpty()
                    ? this
                    : withState(state.isEmpty() ? number : number + ", " + state, waiting);
        }

        /** Returns the call's own number where the row is of another one; empty elsewhere. */
        public String own() {
            return state.startsWith(OWN) ? state.substring(OWN.length()).split(", ", 2)[0] : "";
        }

        /** Returns the cell with or without its mark. */
        public Cell marked(boolean mark) {
            return new Cell(call, place, site, state, made, waiting, mark);
        }
    }
}
