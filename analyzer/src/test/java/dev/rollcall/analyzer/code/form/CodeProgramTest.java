package dev.rollcall.analyzer.code.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CodeProgramTest {
    private final CodeProgram program = new CodeProgram(List.of(FormText.source("""
            unit base.py python base.py
            type base.py:Base extends torch.nn.Module
            method <base.py|base.py:Base|save|>
            method <base.py|base.py:Base|load|>
            function <base.py|base.py:Base|save|> method
            return
            function <base.py|base.py:Base|load|> method
            return
            unit train.py python train.py
            import base.py
            import torch.nn
            type train.py:Trainer extends base.py:Base
            method <train.py|train.py:Trainer|save|>
            function <train.py|train.py:Trainer|save|> method
            return
            unit main.py python main.py
            import train.py
            function <main.py||<module>|> module
            return
            unit loop.py python loop.py
            import loop.py
            type loop.py:A extends loop.py:B
            type loop.py:B extends loop.py:A
            """)));

    @Test
    void aMethodIsFoundInTheNearestClass() {
        assertEquals(
                Optional.of("train.py:Trainer.save"),
                program.method("train.py:Trainer", "save", "").map(FunctionId::toString));
        assertEquals(
                Optional.of("base.py:Base.load"),
                program.method("train.py:Trainer", "load", "").map(FunctionId::toString));
        assertTrue(program.method("train.py:Trainer", "forward", "").isEmpty());
    }

    @Test
    void theClassesAboveEndAtALibrarys() {
        assertEquals(
                List.of("train.py:Trainer", "base.py:Base", "torch.nn.Module"), program.supertypes("train.py:Trainer"));
    }

    @Test
    void subtypesAreThoseThatAUnitSees() {
        assertEquals(List.of(), program.subtypes("base.py:Base", "base.py"));
        assertEquals(
                List.of("train.py:Trainer"),
                program.subtypes("base.py:Base", "main.py").stream()
                        .map(CodeType::name)
                        .toList());
        assertEquals(2, program.subtypes("torch.nn.Module", "main.py").size());
    }

    @Test
    void aUnitSeesWhatItImportsAndNotWhoImportsIt() {
        assertEquals(Set.of("train.py", "base.py"), program.visibleFrom("train.py"));
    }

    @Test
    void circlesOfInheritanceAndImportsEnd() {
        assertEquals(List.of("loop.py:A", "loop.py:B"), program.supertypes("loop.py:A"));
        assertEquals(Set.of("loop.py"), program.visibleFrom("loop.py"));
    }
}
