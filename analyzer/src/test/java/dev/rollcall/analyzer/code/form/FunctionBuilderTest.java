package dev.rollcall.analyzer.code.form;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionBuilderTest {
    private final FunctionBuilder builder =
            new FunctionBuilder(new FunctionId("demo.T", "demo.T", "run", "()V"), CodeFunction.Form.STATIC);
    private final Variable variable = builder.variable("x", "int");

    private static Instruction.Nothing nothing() {
        return new Instruction.Nothing();
    }

    private static Instruction.Return end() {
        return new Instruction.Return(null);
    }

    @Test
    void unreachableInstructionsAreLeftOut() {
        builder.emit(end(), 1);
        builder.emit(nothing(), 2);
        assertEquals(1, builder.build().size());
    }

    @Test
    void jumpsForwardVanish() {
        FunctionBuilder.Label side = builder.label();
        FunctionBuilder.Label done = builder.label();
        FunctionBuilder.Label yes = builder.label();
        builder.emit(new Instruction.Branch(variable), 1, "x", yes, side);
        builder.place(yes);
        builder.emit(nothing(), 2);
        builder.jump(done, 2);
        builder.place(side);
        builder.emit(nothing(), 3);
        builder.place(done);
        builder.emit(end(), 4);
        CodeFunction function = builder.build();
        assertEquals(4, function.size());
        assertArrayEquals(new int[] {1, 2}, function.next(0));
        assertArrayEquals(new int[] {3}, function.next(1));
        assertEquals("x", function.conditionText(0));
        assertEquals(3, function.line(2));
    }

    @Test
    void aLoopOfJumpsAloneStaysALoop() {
        FunctionBuilder.Label loop = builder.label();
        builder.place(loop);
        builder.jump(loop, 1);
        assertArrayEquals(new int[] {0}, builder.build().next(0));
    }

    @Test
    void aHandlerIsReachedFromWhatMayThrow() {
        FunctionBuilder.Label handler = builder.label();
        builder.handler(handler);
        builder.emit(new Instruction.Invoke(null, new Callee.Named("f", ""), List.of()), 1);
        builder.handler(null);
        builder.emit(end(), 2);
        builder.place(handler);
        builder.emit(new Instruction.Catch(null, List.of()), 3);
        builder.emit(end(), 3);
        CodeFunction function = builder.build();
        assertEquals(2, function.handlerOf(0));
        assertEquals(CodeFunction.LEAVES, function.handlerOf(1));
    }

    @Test
    void aHandlerOfNothingThatThrowsIsLeftOut() {
        FunctionBuilder.Label handler = builder.label();
        builder.handler(handler);
        builder.emit(end(), 1);
        builder.place(handler);
        builder.emit(new Instruction.Catch(null, List.of()), 2);
        builder.emit(end(), 2);
        assertEquals(1, builder.build().size());
    }

    @Test
    void aFunctionThatDoesNotEndIsRefused() {
        builder.emit(nothing(), 1);
        assertThrows(IllegalStateException.class, builder::build);
    }

    @Test
    void aBranchWithOneWayIsRefused() {
        builder.emit(new Instruction.Branch(variable), 1);
        builder.emit(end(), 1);
        assertThrows(IllegalStateException.class, builder::build);
    }

    @Test
    void aLabelThatWasNeverPlacedIsRefused() {
        builder.jump(builder.label(), 1);
        assertThrows(IllegalStateException.class, builder::build);
    }
}
