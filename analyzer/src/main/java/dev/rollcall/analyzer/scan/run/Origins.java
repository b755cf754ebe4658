package dev.rollcall.analyzer.scan.run;

import java.util.ArrayList;
import java.util.List;

/** The branches inside which a value was made, and inside which what it was made of was. */
final class Origins {
    private static final int DEEPEST = 6;

    private Origins() {}

    static List<Open> of(Value value) {
        List<Open> found = new ArrayList<>();
        collect(value, 0, found);
        return found;
    }

    private static void collect(Value value, int depth, List<Open> found) {
        if (value.origin() != null) {
            found.add(value.origin());
        }
        if (depth == DEEPEST) {
            return;
        }
        if (value instanceof Ext ext) {
            ext.parts.forEach(part -> collect(part, depth + 1, found));
            ext.properties.values().forEach(part -> collect(part, depth + 1, found));
        } else if (value instanceof Sym sym) {
            sym.operands().forEach(part -> collect(part, depth + 1, found));
        } else if (value instanceof Arr array) {
            array.elements.values().forEach(part -> collect(part, depth + 1, found));
        }
    }
}
