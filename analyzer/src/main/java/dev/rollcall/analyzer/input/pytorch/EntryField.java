package dev.rollcall.analyzer.input.pytorch;

/** The fields of a dump's entry that mean something here (c10d's FlightRecorder.hpp). */
enum EntryField {
    FRAMES(Form.FRAMES),
    RECORD(Form.NUMBER),
    LOCAL_GROUP(Form.NUMBER),
    GROUP(Form.GROUP),
    THREAD(Form.TEXT),
    COLLECTIVE_SEQUENCE(Form.NUMBER),
    MESSAGE_SEQUENCE(Form.NUMBER),
    ANY_SEQUENCE(Form.NUMBER),
    NAME(Form.TEXT),
    CREATED(Form.NUMBER),
    INPUT_SIZES(Form.SHAPES),
    INPUT_TYPES(Form.TYPES),
    OUTPUT_SIZES(Form.SHAPES),
    OUTPUT_TYPES(Form.TYPES),
    STATE(Form.TEXT),
    STARTED(Form.NUMBER),
    COMPLETED(Form.NUMBER),
    RETIRED(Form.TRUTH),
    MESSAGE(Form.TRUTH),
    OTHER(Form.ANY);

    /** What a field's value is. */
    enum Form {
        NUMBER,
        TEXT,
        TRUTH,
        GROUP,
        FRAMES,
        SHAPES,
        TYPES,
        ANY
    }

    private final Form form;

    EntryField(Form form) {
        this.form = form;
    }

    /** Returns what the value is. */
    Form form() {
        return form;
    }

    private static EntryField of(String key) {
        return switch (key) {
            case "frames" -> FRAMES;
            case "record_id" -> RECORD;
            case "pg_id" -> LOCAL_GROUP;
            case "process_group" -> GROUP;
            case "thread_name" -> THREAD;
            case "collective_seq_id" -> COLLECTIVE_SEQUENCE;
            case "p2p_seq_id" -> MESSAGE_SEQUENCE;
            case "seq_id" -> ANY_SEQUENCE;
            case "profiling_name" -> NAME;
            case "time_created_ns" -> CREATED;
            case "input_sizes" -> INPUT_SIZES;
            case "input_dtypes" -> INPUT_TYPES;
            case "output_sizes" -> OUTPUT_SIZES;
            case "output_dtypes" -> OUTPUT_TYPES;
            case "state" -> STATE;
            case "time_discovered_started_ns" -> STARTED;
            case "time_discovered_completed_ns" -> COMPLETED;
            case "retired" -> RETIRED;
            case "is_p2p" -> MESSAGE;
            default -> OTHER;
        };
    }

    /**
     * The fields in the order in which one entry after the other has them: a key is nearly always the one that is expected, and
     * the very same object. Not thread-safe.
     */
    static final class Order {
        private static final int MOST = 64;

        private final String[] keys = new String[MOST];
        private final EntryField[] fields = new EntryField[MOST];
        private int size;
        private int next;

        /** Begins an entry. */
        void begin() {
            next = 0;
        }

        /** Returns the field that a key names, which comes after those asked for before. */
        EntryField field(String key) {
            for (int i = next; i < size; i++) {
                if (keys[i] == key) {
                    next = i + 1;
                    return fields[i];
                }
            }
            return learn(key);
        }

        private EntryField learn(String key) {
            for (int i = 0; i < next; i++) {
                if (keys[i] == key) {
                    next = i + 1;
                    return fields[i];
                }
            }
            EntryField field = of(key);
            if (size < MOST) {
                keys[size] = key;
                fields[size++] = field;
                next = size;
            }
            return field;
        }
    }
}
