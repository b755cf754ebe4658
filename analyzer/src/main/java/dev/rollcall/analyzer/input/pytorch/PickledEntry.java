package dev.rollcall.analyzer.input.pytorch;

import java.io.IOException;

/**
 * Reads the entries of a pickled dump without making objects of all that is in them, as far as they are in the form in which
 * c10's pickler writes them: dictionaries, lists and tuples that are not numbered, with a mark each. Not thread-safe.
 */
final class PickledEntry {
    /** Thrown inside where an entry is in another form, which {@link Unpickler} reads by itself. */
    private static final RuntimeException OTHER_FORM = new RuntimeException("another form", null, false, false) {
        private static final long serialVersionUID = 1;
    };

    private final PythonFrames frames;
    private final DumpName.Table names;
    private final PickleBytes bytes;
    private final Memo memo;
    private final Sequence collected = new Sequence();
    private String type;
    private String typeOf;
    private int tensors;

    PickledEntry(PythonFrames frames, DumpName.Table names, PickleBytes bytes, Memo memo) {
        this.frames = frames;
        this.names = names;
        this.bytes = bytes;
        this.memo = memo;
    }

    /**
     * Reads the entry whose first opcode was passed.
     *
     * @return the entry; null where it is in another form, and then nothing of it is passed
     */
    DumpEntry read() throws IOException {
        int start = bytes.position();
        try {
            expect('(');
            DumpEntry entry = new DumpEntry();
            for (int opcode = bytes.next(); opcode != 'u'; opcode = bytes.next()) {
                field(text(opcode), entry);
            }
            if (entry.name == null) {
                entry.name = names.of("");
            }
            return entry;
        } catch (PickleBytes.End end) {
            throw end;
        } catch (RuntimeException otherForm) {
            bytes.position(start);
            return null;
        }
    }

    private void field(String key, DumpEntry entry) throws IOException {
        switch (key) {
            case "frames" -> {
                frames();
                entry.stack = frames.stack(collected);
            }
            case "process_group" -> {
                entry.group = text(bytes.next());
                entry.groupDescription = text(bytes.next());
                expect(0x86);
            }
            case "record_id" -> entry.record = number();
            case "pg_id" -> entry.localGroup = Long.toString(number());
            case "profiling_name" -> entry.name = names.of(text(bytes.next()));
            case "thread_name" -> entry.thread = text(bytes.next());
            case "state" -> entry.state = text(bytes.next());
            case "retired" -> entry.retired = truth();
            case "is_p2p" -> entry.message = truth();
            case "collective_seq_id" -> entry.collectiveSequence = number();
            case "p2p_seq_id" -> entry.messageSequence = number();
            case "seq_id" -> entry.anySequence = number();
            case "time_created_ns" -> entry.created = number();
            case "time_discovered_started_ns" -> entry.discoveredStarted = time();
            case "time_discovered_completed_ns" -> entry.discoveredCompleted = time();
            case "input_dtypes" -> entry.inputType = types();
            case "output_dtypes" -> entry.outputType = types();
            case "input_sizes" -> {
                entry.inputElements = elements();
                entry.tensors = tensors;
            }
            case "output_sizes" -> entry.outputElements = elements();
            default -> skip(bytes.next());
        }
    }

    private void expect(int opcode) {
        if (bytes.next() != opcode) {
            throw OTHER_FORM;
        }
    }

    private void list() {
        expect(']');
        expect('(');
    }

    private void frames() throws IOException {
        collected.clear();
        list();
        for (int opcode = bytes.next(); opcode != 'e'; opcode = bytes.next()) {
            collected.add(opcode == '}' ? frame() : remembered(opcode, Fields.class));
        }
    }

    private Fields frame() throws IOException {
        Fields frame = new Fields();
        expect('(');
        for (int opcode = bytes.next(); opcode != 'u'; opcode = bytes.next()) {
            String key = text(opcode);
            int value = bytes.next();
            frame.put(key, value == 'h' || value == 'j' || value == 'X' ? text(value) : (Object) number(value));
        }
        numbered(frame);
        return frame;
    }

    private <T> T remembered(int opcode, Class<T> type) {
        Object value = switch (opcode) {
            case 'h' -> memo.get(bytes.next());
            case 'j' -> memo.get(Integer.toUnsignedLong(bytes.word()));
            default -> null;
        };
        if (!type.isInstance(value)) {
            throw OTHER_FORM;
        }
        return type.cast(value);
    }

    private String text(int opcode) throws IOException {
        if (opcode != 'X') {
            return remembered(opcode, String.class);
        }
        String text = (String) bytes.scalar(opcode);
        numbered(text);
        return text;
    }

    /** Notes a value if the pickle does. */
    private void numbered(Object value) {
        int opcode = bytes.peek();
        if (opcode == 'q') {
            bytes.next();
            memo.put(bytes.next(), value);
        } else if (opcode == 'r') {
            bytes.next();
            memo.put(Integer.toUnsignedLong(bytes.word()), value);
        }
    }

    private long number() {
        return number(bytes.next());
    }

    private long time() {
        int opcode = bytes.next();
        return opcode == 'N' ? 0 : number(opcode);
    }

    private long number(int opcode) {
        return switch (opcode) {
            case 'K' -> bytes.next();
            case 'M' -> bytes.next() | bytes.next() << 8;
            case 'J' -> bytes.word();
            case 0x8a -> whole(bytes.next());
            default -> throw OTHER_FORM;
        };
    }

    private long whole(int length) {
        if (length == 0 || length > Long.BYTES) {
            throw OTHER_FORM;
        }
        int unused = Long.SIZE - Byte.SIZE * length;
        return bytes.unsigned(length) << unused >> unused;
    }

    private boolean truth() {
        return switch (bytes.next()) {
            case 0x88 -> true;
            case 0x89 -> false;
            default -> throw OTHER_FORM;
        };
    }

    private String types() throws IOException {
        list();
        String all = null;
        String before = null;
        for (int opcode = bytes.next(); opcode != 'e'; opcode = bytes.next()) {
            String scalar = text(opcode);
            if (!scalar.equals(before)) {
                all = all == null ? type(scalar) : DumpWords.elementTypes(all, scalar);
            }
            before = scalar;
        }
        return all;
    }

    private String type(String scalar) {
        if (scalar != typeOf) {
            type = DumpWords.elementTypes(null, scalar);
            typeOf = scalar;
        }
        return type;
    }

    private long elements() {
        list();
        long sum = -1;
        tensors = 0;
        for (int opcode = bytes.next(); opcode != 'e'; opcode = bytes.next()) {
            if (opcode != ']') {
                throw OTHER_FORM;
            }
            expect('(');
            long product = 1;
            for (int extent = bytes.next(); extent != 'e'; extent = bytes.next()) {
                product *= number(extent);
            }
            sum = Math.max(0, sum) + product;
            tensors++;
        }
        return sum;
    }

    private void skip(int opcode) throws IOException {
        switch (opcode) {
            case 'N', 0x88, 0x89 -> bytes.skip(0);
            case 'K' -> bytes.skip(1);
            case 'M' -> bytes.skip(2);
            case 'J' -> bytes.skip(4);
            case 'G' -> bytes.skip(8);
            case 0x8a -> bytes.skip(bytes.next());
            default -> text(opcode);
        }
    }
}
