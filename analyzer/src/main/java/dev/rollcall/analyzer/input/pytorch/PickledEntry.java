package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.pytorch.EntryField.Form;
import dev.rollcall.analyzer.input.pytorch.PickledValues.OtherForm;
import dev.rollcall.analyzer.input.pytorch.Understood.Frames;
import dev.rollcall.analyzer.input.pytorch.Understood.Group;
import dev.rollcall.analyzer.input.pytorch.Understood.Shapes;
import dev.rollcall.analyzer.input.pytorch.Understood.Types;
import java.io.IOException;

/**
 * Reads the entries of a pickled dump without making objects of all that is in them, as far as they are in the form in which
 * c10's pickler, or Python's own, writes them. Not thread-safe.
 */
final class PickledEntry {
    /** A process has a few groups, whose numbers need not be made a text each time. */
    private static final String[] LOCAL_GROUPS = new String[64];

    static {
        for (int i = 0; i < LOCAL_GROUPS.length; i++) {
            LOCAL_GROUPS[i] = Integer.toString(i);
        }
    }

    private final PickledValues values;
    private final PickledFrames frames;
    private final PickledTensors tensors;
    private final KnownEntries known;
    private final EntryHoles holes = new EntryHoles();
    private final DumpName.Table names;
    private final EntryField.Order order = new EntryField.Order();
    private Group group = new Group("", "");

    PickledEntry(PythonFrames frames, DumpName.Table names, PickleBytes bytes, Memo memo) {
        this.values = new PickledValues(bytes, memo, holes);
        this.frames = new PickledFrames(frames, values);
        this.tensors = new PickledTensors(values);
        this.known = new KnownEntries(bytes, values);
        this.names = names;
    }

    /**
     * Reads the entry whose first opcode was passed.
     *
     * @throws OtherForm if it is in another form; nothing that was read so far is of use then
     */
    DumpEntry read() throws IOException {
        try {
            DumpEntry like = known.find();
            return like == null ? unlike() : like;
        } catch (IndexOutOfBoundsException damaged) {
            throw OtherForm.INSTANCE;
        }
    }

    private DumpEntry unlike() throws IOException {
        int start = values.position();
        holes.begin();
        int number = values.begun();
        values.expect('(');
        order.begin();
        DumpEntry entry = new DumpEntry();
        for (String key = values.key(); key != null; key = values.key()) {
            read(order.field(key), entry);
        }
        if (entry.name == null) {
            entry.name = names.of("");
        }
        values.ended(number, Understood.Unkept.INSTANCE);
        known.learn(start, holes, entry);
        return entry;
    }

    private void read(EntryField field, DumpEntry entry) throws IOException {
        switch (field.form()) {
            case NUMBER -> {
                int opcode = values.opcode();
                int start = values.position() - 1;
                if (opcode != 'N') {
                    take(field, values.number(opcode), entry);
                    note(field, start);
                }
            }
            case TEXT -> take(field, values.text(), entry);
            case TRUTH -> take(field, values.truth(), entry);
            case GROUP -> group(entry);
            case FRAMES, SHAPES, TYPES -> take(field, list(field.form()), entry);
            case ANY -> {
                int opcode = values.peek();
                int start = values.position();
                values.skip();
                if (opcode == 'K' || opcode == 'M' || opcode == 'J' || opcode == 'G' || opcode == 0x8a) {
                    note(field, start);
                }
            }
        }
    }

    /** A group's own number is the same as long as the group is. */
    private void note(EntryField field, int start) {
        if (field != EntryField.LOCAL_GROUP) {
            holes.number(field, start, values.position());
        }
    }

    private static void take(EntryField field, long number, DumpEntry entry) {
        if (field == EntryField.LOCAL_GROUP) {
            entry.localGroup = localGroup(number);
        } else {
            entry.take(field, number);
        }
    }

    private void take(EntryField field, String text, DumpEntry entry) {
        switch (field) {
            case THREAD -> entry.thread = text;
            case NAME -> entry.name = names.of(text);
            case STATE -> entry.state = text;
            default -> throw new IllegalArgumentException(field + " is no text");
        }
    }

    private static void take(EntryField field, boolean truth, DumpEntry entry) {
        if (field == EntryField.RETIRED) {
            entry.retired = truth;
        } else {
            entry.message = truth;
        }
    }

    private static void take(EntryField field, Understood list, DumpEntry entry) {
        switch (field) {
            case FRAMES -> entry.stack = ((Frames) list).stack();
            case INPUT_SIZES -> {
                entry.inputElements = ((Shapes) list).elements();
                entry.tensors = ((Shapes) list).tensors();
            }
            case INPUT_TYPES -> entry.inputType = ((Types) list).all();
            case OUTPUT_SIZES -> entry.outputElements = ((Shapes) list).elements();
            case OUTPUT_TYPES -> entry.outputType = ((Types) list).all();
            default -> throw new IllegalArgumentException(field + " is no list");
        }
    }

    private Understood list(Form form) throws IOException {
        return switch (form) {
            case FRAMES -> frames.read();
            case SHAPES -> tensors.shapes();
            default -> tensors.types();
        };
    }

    private static String localGroup(long number) {
        return number >= 0 && number < LOCAL_GROUPS.length ? LOCAL_GROUPS[(int) number] : Long.toString(number);
    }

    private void group(DumpEntry entry) throws IOException {
        Object first = values.value(values.opcode());
        if (first instanceof String name) {
            String description = values.text();
            values.expect(0x86);
            if (name != group.name() || description != group.description()) {
                group = new Group(name, description);
            }
            values.ended(PickledValues.NOT_NUMBERED, group);
        } else if (first instanceof Group known) {
            group = known;
        } else {
            throw OtherForm.INSTANCE;
        }
        entry.group = group.name();
        entry.groupDescription = group.description();
    }
}
