package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;

/**
 * Takes an entry out of the dictionary that holds it. One list may stand in many entries, so that what is looked at is counted: a
 * dump cannot take more time than a multiple of its size. Not thread-safe.
 */
final class EntryReader {
    /** A dump's entries have fewer than thirty. */
    private static final int MOST_FIELDS = 256;

    private static final int LOOKS_PER_BYTE = 8;
    private static final int LOOKS = 1 << 20;

    private final DumpName.Table names;
    private final PythonFrames frames;
    private long left;

    /** Makes a reader of the entries of one dump, which has so many bytes. */
    EntryReader(DumpName.Table names, PythonFrames frames, int bytes) {
        this.names = names;
        this.frames = frames;
        this.left = LOOKS + (long) LOOKS_PER_BYTE * bytes;
    }

    /**
     * Returns the entry that a dictionary holds; null where it holds none.
     *
     * @throws IOException if the dump's parts stand in far more places than a dump's do
     */
    DumpEntry read(Fields fields) throws IOException {
        if (fields.size() > MOST_FIELDS) {
            return null;
        }
        DumpEntry entry = new DumpEntry();
        entry.stack = frames.stack(list(fields, "frames"));
        entry.record = fields.number("record_id", -1);
        Object group = fields.get("process_group");
        entry.group = group instanceof Sequence pair ? pair.text(0) : Fields.textOf(group);
        entry.groupDescription = group instanceof Sequence pair ? pair.text(1) : "";
        entry.localGroup = fields.text("pg_id");
        entry.name = names.of(fields.text("profiling_name"));
        entry.thread = fields.text("thread_name");
        entry.state = fields.text("state");
        entry.retired = Boolean.TRUE.equals(fields.get("retired"));
        entry.message = Boolean.TRUE.equals(fields.get("is_p2p"));
        entry.collectiveSequence = fields.number("collective_seq_id", -1);
        entry.messageSequence = fields.number("p2p_seq_id", 0);
        entry.anySequence = fields.number("seq_id", 0);
        entry.created = fields.number("time_created_ns", 0);
        entry.discoveredStarted = fields.number("time_discovered_started_ns", 0);
        entry.discoveredCompleted = fields.number("time_discovered_completed_ns", 0);
        entry.inputType = types(list(fields, "input_dtypes"));
        entry.outputType = types(list(fields, "output_dtypes"));
        Sequence inputs = list(fields, "input_sizes");
        entry.tensors = inputs.size();
        entry.inputElements = elements(inputs);
        entry.outputElements = elements(list(fields, "output_sizes"));
        return entry;
    }

    private Sequence list(Fields fields, String key) throws IOException {
        return counted(fields.list(key));
    }

    private Sequence counted(Sequence list) throws IOException {
        left -= list.size();
        if (left < 0) {
            throw new IOException("not a dump: its parts stand in far more places than a dump's do");
        }
        return list;
    }

    /** Returns the element type of all tensors, each once where they differ; null where no tensor is told of. */
    private static String types(Sequence types) {
        String all = null;
        for (int i = 0; i < types.size(); i++) {
            if (i == 0 || !types.text(i).equals(types.text(i - 1))) {
                all = C10dVocabulary.elementTypes(all, types.text(i));
            }
        }
        return all;
    }

    /** Returns the elements of all tensors together; -1 where no tensor is told of, or where they are more than can be. */
    private long elements(Sequence shapes) throws IOException {
        long sum = 0;
        for (int i = 0; i < shapes.size(); i++) {
            long product = 1;
            if (shapes.get(i) instanceof Sequence shape) {
                counted(shape);
                for (int j = 0; j < shape.size(); j++) {
                    product = ElementCounts.times(
                            product, shape.get(j) instanceof Number extent ? extent.longValue() : 1);
                }
            }
            sum = ElementCounts.plus(sum, product);
        }
        return shapes.size() == 0 ? ElementCounts.UNKNOWN : sum;
    }
}
