package dev.rollcall.analyzer.code.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TypeTestsTest {
    private static final String CLASSES = """
            unit t.py python t.py
            type t.py:Writer
            type t.py:Quiet extends t.py:Writer
            type t.py:Model extends lib.Module
            """;

    private final CodeProgram program = new CodeProgram(List.of(FormText.source(CLASSES)));
    private final TypeTests tests = new TypeTests(program);

    private Optional<Value> test(Value object, Value type) {
        return tests.apply(new Value.Result(Value.Result.TYPE_TEST, List.of(object, type), 0));
    }

    private static Value made(String type) {
        return new Value.Instance(type, 1, Map.of());
    }

    @Test
    void anObjectThatIsMadeIsOfItsClassAndOfThoseAbove() {
        assertEquals(Optional.of(Value.Constant.TRUE), test(made("t.py:Quiet"), Value.Constant.name("t.py:Writer")));
        assertEquals(Optional.of(Value.Constant.FALSE), test(made("t.py:Writer"), Value.Constant.name("t.py:Quiet")));
    }

    @Test
    void whatALibrarysClassExtendsIsNotKnown() {
        assertEquals(Optional.empty(), test(made("t.py:Model"), Value.Constant.name("lib.Other")));
        assertEquals(Optional.of(Value.Constant.FALSE), test(made("t.py:Model"), Value.Constant.name("t.py:Writer")));
    }

    @Test
    void aTupleOfClassesIsAnyOfThem() {
        Value both = new Value.Parts(
                Expression.Build.Kind.TUPLE,
                List.of(Value.Constant.name("t.py:Model"), Value.Constant.name("t.py:Writer")),
                0);
        assertEquals(Optional.of(Value.Constant.TRUE), test(made("t.py:Quiet"), both));
        assertEquals(Optional.of(Value.Constant.FALSE), test(Value.Constant.of(3), both));
    }

    @Test
    void aChoiceIsTestedOnBothSides() {
        Value choice = new Value.Select(new Value.Parameter(0), made("t.py:Quiet"), Value.Constant.NULL);
        assertEquals(
                Optional.of(new Value.Select(new Value.Parameter(0), Value.Constant.TRUE, Value.Constant.FALSE)),
                test(choice, Value.Constant.name("t.py:Writer")));
    }
}
