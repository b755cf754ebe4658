package dev.rollcall.analyzer.input.pytorch;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads the fields of a dump's entries (c10d's FlightRecorder.hpp), whatever the form of the dump. A field of another type than
 * PyTorch's counts as absent: a damaged dump can hold anything. Not thread-safe.
 */
final class EntryReader {
    /** A count that is unknown, or larger than any can be. */
    static final long UNKNOWN = -1;

    private static final int LOCAL_NUMBERS = 64;

    private final PythonFrames frames;
    private final Map<String, ProfilingName> names = new HashMap<>();
    private final ProfilingName unnamed = name("");
    /** A process has a few groups, whose numbers need not be made a text each time. */
    private final String[] localNumbers = new String[LOCAL_NUMBERS];

    /** Makes a reader of the entries of one dump. */
    EntryReader(PythonFrames frames) {
        this.frames = frames;
    }

    /** Returns an entry without fields. */
    DumpEntry entry() {
        return new DumpEntry(unnamed);
    }

    /** Returns the entry with the fields of a dictionary. */
    DumpEntry entry(DumpDictionary fields) {
        DumpEntry entry = entry();
        for (int i = 0; i + 1 < fields.count(); i += 2) {
            if (fields.raw(i) instanceof String) {
                put(entry, fields.number(i), fields.raw(i + 1), fields.number(i + 1));
            }
        }
        return entry;
    }

    /**
     * Sets a field of an entry.
     *
     * @param field the field's number, 0 for one that is not read
     * @param value the value; {@link DumpItems#NUMBER} stands for {@code number}
     */
    void put(DumpEntry entry, long field, Object value, long number) {
        if (field == 0) {
            return;
        }
        switch (EntryField.of(field)) {
            case FRAMES -> entry.stack = frames.stack(list(value));
            case RECORD -> entry.record = whole(value, number, -1);
            case GROUP -> {
                entry.group = value instanceof DumpList pair ? pair.text(0) : text(value, number);
                entry.groupDescription = value instanceof DumpList pair ? pair.text(1) : "";
            }
            case LOCAL_GROUP -> entry.localGroup = text(value, number);
            case NAME -> entry.name = name(text(value, number));
            case THREAD -> entry.thread = text(value, number);
            case STATE -> entry.state = text(value, number);
            case RETIRED -> entry.retired = Boolean.TRUE.equals(value);
            case POINT_TO_POINT -> entry.pointToPoint = Boolean.TRUE.equals(value);
            case COLLECTIVE_SEQUENCE -> entry.collectiveSequence = whole(value, number, -1);
            case POINT_TO_POINT_SEQUENCE -> entry.pointToPointSequence = whole(value, number, 0);
            case SEQUENCE -> entry.sequence = whole(value, number, 0);
            case CREATED -> entry.created = whole(value, number, 0);
            case STARTED -> entry.discoveredStarted = whole(value, number, 0);
            case COMPLETED -> entry.discoveredCompleted = whole(value, number, 0);
            case INPUT_TYPES -> entry.inputType = types(list(value));
            case OUTPUT_TYPES -> entry.outputType = types(list(value));
            case INPUT_SIZES -> {
                entry.inputTensors = list(value).size();
                entry.inputElements = elements(list(value));
            }
            case OUTPUT_SIZES -> entry.outputElements = elements(list(value));
        }
    }

    private static DumpList list(Object value) {
        return value instanceof DumpList list ? list : DumpList.EMPTY;
    }

    private static long whole(Object value, long number, long otherwise) {
        return value == DumpItems.NUMBER ? number : DumpItems.whole(value, otherwise);
    }

    private String text(Object value, long number) {
        if (value != DumpItems.NUMBER) {
            return DumpItems.text(value);
        }
        if (number < 0 || number >= LOCAL_NUMBERS) {
            return Long.toString(number);
        }
        int at = (int) number;
        if (localNumbers[at] == null) {
            localNumbers[at] = Long.toString(number);
        }
        return localNumbers[at];
    }

    private ProfilingName name(String text) {
        ProfilingName name = names.get(text);
        if (name == null) {
            name = ProfilingName.of(text);
            names.put(text, name);
        }
        return name;
    }

    private static String types(DumpList list) {
        if (list.types == null) {
            String types = ElementTypes.of(list);
            list.types = types == null ? "" : types;
        }
        return list.types.isEmpty() ? null : list.types;
    }

    /** Returns the number of elements of all tensors together; {@link #UNKNOWN} for no tensor. */
    private static long elements(DumpList shapes) {
        if (shapes.elements == DumpList.UNCOUNTED) {
            long sum = shapes.size() == 0 ? UNKNOWN : 0;
            for (int i = 0; i < shapes.size(); i++) {
                long product = shapes.raw(i) instanceof DumpList shape ? product(shape) : 1;
                sum = sum < 0 || product < 0 || sum + product < 0 ? UNKNOWN : sum + product;
            }
            shapes.elements = sum;
        }
        return shapes.elements;
    }

    /** Returns the number of elements of one tensor. */
    private static long product(DumpList shape) {
        if (shape.product == DumpList.UNCOUNTED) {
            long product = 1;
            for (int i = 0; i < shape.size(); i++) {
                long extent = shape.get(i) instanceof Number number ? number.longValue() : 1;
                boolean countable =
                        product >= 0 && extent >= 0 && Math.multiplyHigh(product, extent) == 0 && product * extent >= 0;
                product = countable ? product * extent : UNKNOWN;
            }
            shape.product = product;
        }
        return shape.product;
    }
}
