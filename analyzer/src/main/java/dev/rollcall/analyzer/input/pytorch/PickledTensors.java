package dev.rollcall.analyzer.input.pytorch;

import dev.rollcall.analyzer.input.pytorch.Understood.Extents;
import dev.rollcall.analyzer.input.pytorch.Understood.Shapes;
import dev.rollcall.analyzer.input.pytorch.Understood.Types;
import java.io.IOException;

/**
 * Reads the lists of tensors' sizes and types in the entries of a pickled dump: a list begins, and then come either a mark, its
 * values and that all are appended, or one value and that it is, or nothing. Not thread-safe.
 */
final class PickledTensors {
    private final PickledValues values;
    private Extents extents = new Extents(-1);
    private Shapes shapes = Shapes.NONE;
    private Types types = new Types(null);
    private String scalar;
    private String scalarType;

    PickledTensors(PickledValues values) {
        this.values = values;
    }

    /** Returns the list of tensors' element types that follows. */
    Types types() throws IOException {
        int opcode = values.opcode();
        if (opcode != ']') {
            return values.remembered(opcode, Types.class);
        }
        int number = values.begun();
        String all = null;
        if (values.peek() == '(') {
            values.opcode();
            String before = null;
            for (opcode = values.opcode(); opcode != 'e'; opcode = values.opcode()) {
                String next = values.text(opcode);
                if (!next.equals(before)) {
                    all = all == null ? type(next) : C10dVocabulary.elementTypes(all, next);
                }
                before = next;
            }
        } else {
            String next = values.text();
            if (values.peek() == 'a') {
                values.opcode();
                all = type(next);
            } else {
                values.keepAsKey(next);
            }
        }
        if (types.all() != all) {
            types = new Types(all);
        }
        values.ended(number, types);
        return types;
    }

    private String type(String name) {
        if (name != scalar) {
            scalarType = C10dVocabulary.elementTypes(null, name);
            scalar = name;
        }
        return scalarType;
    }

    /** Returns the list of tensors' sizes that follows. */
    Shapes shapes() throws IOException {
        int opcode = values.opcode();
        if (opcode != ']') {
            return values.remembered(opcode, Shapes.class);
        }
        int number = values.begun();
        long elements = -1;
        int tensors = 0;
        if (values.peek() == '(') {
            values.opcode();
            for (opcode = values.opcode(); opcode != 'e'; opcode = values.opcode()) {
                elements = ElementCounts.plus(
                        tensors == 0 ? 0 : elements, extents(opcode).elements());
                tensors++;
            }
        } else {
            opcode = values.opcode();
            Object next = opcode == ']' ? extents(opcode) : values.value(opcode);
            if (next instanceof Extents only) {
                values.expect('a');
                elements = only.elements();
                tensors = 1;
            } else if (next instanceof String key) {
                values.keepAsKey(key);
            } else {
                throw PickledValues.OtherForm.INSTANCE;
            }
        }
        if (shapes.elements() != elements || shapes.tensors() != tensors) {
            shapes = new Shapes(elements, tensors);
        }
        values.ended(number, shapes);
        return shapes;
    }

    private Extents extents(int begin) {
        if (begin != ']') {
            return values.remembered(begin, Extents.class);
        }
        int number = values.begun();
        long product = 1;
        int next = values.peek();
        if (next == '(') {
            values.opcode();
            for (int opcode = values.opcode(); opcode != 'e'; opcode = values.opcode()) {
                product = ElementCounts.times(product, values.number(opcode));
            }
        } else if (next == 'K' || next == 'M' || next == 'J' || next == 0x8a) {
            product = ElementCounts.times(1, values.number());
            values.expect('a');
        }
        if (extents.elements() != product) {
            extents = new Extents(product);
        }
        values.ended(number, extents);
        return extents;
    }
}
