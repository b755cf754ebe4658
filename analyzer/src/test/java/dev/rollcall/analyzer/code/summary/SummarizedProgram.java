package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FormText;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.value.TypeTests;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;

/** A program in the text form, with its summaries. */
final class SummarizedProgram {
    final ValuePool values;
    final WordPool words;
    final CodeProgram program;
    final Summaries summaries;

    /** Makes a program; a text without a unit is the Python file {@code t.py}, one without a function its function {@code f}. */
    SummarizedProgram(String text) {
        String head = text.contains("function <") ? "" : "function <t.py||f|> function\n";
        String unit = text.contains("unit ") ? "" : "unit t.py python t.py\n";
        program = new CodeProgram(List.of(FormText.source(unit + head + text)));
        values = new ValuePool(List.of(new SettingReads(new FewLibraries()), new TypeTests(program)));
        words = new WordPool(values);
        summaries = new Summaries(program, new FewLibraries(), values, words);
    }

    /** Returns the function of a name. */
    FunctionId function(String name) {
        return program.names().stream()
                .flatMap(each -> program.unit(each).map(CodeUnit::functions).orElseThrow().stream())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the word of a function that nothing calls, as text. */
    String root(String name) {
        return WordText.of(summaries.root(function(name), "").word());
    }

    /** Returns the word of a function over its parameters, as text. */
    String word(String name) {
        return WordText.of(summaries.of(function(name)).word());
    }

    /** Returns the result of a function over its parameters, as text. */
    String result(String name) {
        return WordText.of(summaries.of(function(name)).result());
    }
}
