package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.List;

/** What the analyses of all functions share: the program, what is known about libraries, and the pools. Not thread-safe. */
final class SummaryContext {
    private final CodeProgram program;
    private final Libraries libraries;
    private final ValuePool values;
    private final WordPool words;
    private final FieldStores stores;
    private final FieldTypes fieldTypes;
    private final List<Libraries.Found> methods = new ArrayList<>();
    private long visits;

    SummaryContext(CodeProgram program, Libraries libraries, ValuePool values, WordPool words) {
        this.program = program;
        this.libraries = libraries;
        this.values = values;
        this.words = words;
        stores = new FieldStores(program);
        fieldTypes = new FieldTypes(program, libraries, stores);
    }

    CodeProgram program() {
        return program;
    }

    Libraries libraries() {
        return libraries;
    }

    ValuePool values() {
        return values;
    }

    WordPool words() {
        return words;
    }

    FieldStores stores() {
        return stores;
    }

    FieldTypes fieldTypes() {
        return fieldTypes;
    }

    /** Returns the word of what calls nothing. */
    Word empty() {
        return words.of(Word.EMPTY);
    }

    /** Returns a number for what the catalogue says about a method; the same for equal facts. */
    int number(Libraries.Found method) {
        int known = methods.indexOf(method);
        if (known < 0) {
            methods.add(method);
        }
        return known < 0 ? methods.size() - 1 : known;
    }

    /** Returns what has a number. */
    Libraries.Found found(int number) {
        return methods.get(number);
    }

    /** Counts a step of an analysis. */
    void visit() {
        visits++;
    }

    /** Returns the number of steps so far. */
    long visits() {
        return visits;
    }
}
