package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.CodeFinding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which class an object has by what a function says of it: annotations, {@code isinstance} and {@code cast}. */
class DeclaredClassesTest {
    private static final String WRITERS = """
            import typing
            from typing import Dict, List, Optional
            import torch.distributed as dist

            class Writer:
                def run(self):
                    dist.barrier()

                def __call__(self):
                    dist.barrier()

            class Quiet:
                def run(self):
                    pass

                def __call__(self):
                    pass

            """;

    @Test
    void aTestOfAClassAgreesWithTheMethodThatTheObjectRuns() {
        assertFindings("""
                import torch.distributed as dist

                class Writer:
                    def flush(self):
                        dist.barrier()

                class Local(Writer):
                    def flush(self):
                        pass

                class Other:
                    pass

                def right(writer: Writer):
                    if isinstance(writer, Local) and dist.get_rank() == 0:
                        writer.flush()
                    if isinstance(writer, Other) and dist.get_rank() == 0:
                        writer.flush()

                def handed_over(writer: Writer):
                    writer.flush()

                def main():
                    if dist.get_rank() == 0:
                        handed_over(Local())

                def wrong(writer: Writer):
                    if not isinstance(writer, Local) and dist.get_rank() == 0:  # warning
                        writer.flush()

                def may_be_missing(writer: Writer = None):
                    if not isinstance(writer, Writer):
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()
                """, Map.of());
    }

    @Test
    void whatIsTestedForAClassHasItWhereTheTestHolds() {
        assertFindings(WRITERS + """
                def within(x):
                    if isinstance(x, Writer):
                        if dist.get_rank() == 0:  # warning
                            x.run()

                def behind(x):
                    if not isinstance(x, Writer):
                        return
                    if dist.get_rank() == 0:  # warning
                        x.run()

                def asserted(x):
                    assert isinstance(x, Writer)
                    if dist.get_rank() == 0:  # warning
                        x()

                def of_two(x):
                    if isinstance(x, Quiet):
                        print(x)
                    if isinstance(x, Writer):
                        if dist.get_rank() == 0:  # warning
                            x.run()
                    else:
                        x.run()

                def right(x):
                    if isinstance(x, Writer):
                        x.run()
                    elif dist.get_rank() == 0:
                        x.run()
                    if isinstance(x, Quiet) and dist.get_rank() == 0:
                        x.run()

                class Holder:
                    def __init__(self, x):
                        self.x = x

                    def right(self):
                        if isinstance(self.x, Writer):
                            self.x.run()
                        if dist.get_rank() == 0 and isinstance(self.x, Quiet):
                            self.x.run()

                    def wrong(self):
                        if isinstance(self.x, Writer) and dist.get_rank() == 0:  # warning
                            self.x.run()
                """, Map.of());
    }

    @Test
    void aTestOfWhatACallerPassesIsAnswered() {
        assertFindings(WRITERS + """
                def flush(x):
                    if isinstance(x, Writer):
                        x.run()

                def right(other):
                    if dist.get_rank() == 0:
                        flush(Quiet())
                        flush(3)
                        flush(None)
                        flush([other])
                        flush(Quiet() if other else "none")

                def wrong():
                    if dist.get_rank() == 0:  # warning
                        flush(Writer())
                """, Map.of());
    }

    @Test
    void theElementsOfAnAnnotatedCollectionHaveItsClass() {
        assertFindings(WRITERS + """
                def in_list(writers: List[Writer]):
                    if dist.get_rank() == 0:  # warning
                        for each in writers:
                            each.run()

                def in_optional_list(writers: Optional[list[Writer]]):
                    if dist.get_rank() == 0:  # warning
                        for i, each in enumerate(writers):
                            each()

                def at_index(writers: typing.Sequence[Writer]):
                    if dist.get_rank() == 0:  # warning
                        writers[0].run()

                def in_values(writers: Dict[str, Writer]):
                    if dist.get_rank() == 0:  # warning
                        for each in writers.values():
                            each.run()

                def in_items(writers: dict[str, Writer]):
                    if dist.get_rank() == 0:  # warning
                        for name, each in writers.items():
                            each.run()

                class Holder:
                    writers: List[Writer]

                    def in_field(self):
                        if dist.get_rank() == 0:  # warning
                            for each in self.writers:
                                each.run()

                def right(writers: List[Writer], quiet: List[Quiet], named: Dict[str, Quiet], by_writer: Dict[Writer, int]):
                    for each in writers:
                        each.run()
                    if dist.get_rank() == 0:
                        for each in quiet:
                            each()
                        quiet[0].run()
                        named["a"].run()
                        for name, each in named.items():
                            each.run()
                        for each in by_writer.values():
                            each.run()
                """, Map.of());
    }

    @Test
    void anInnerFunctionKnowsTheClassOfWhatTheOuterOneGets() {
        assertFindings(WRITERS + """
                def wrong(writer: Writer):
                    def inner():
                        writer.run()
                    if dist.get_rank() == 0:  # warning
                        inner()

                def right(writer: Writer, quiet: Quiet):
                    def inner():
                        if dist.get_rank() == 0:
                            quiet.run()
                            quiet()
                        writer.run()
                    inner()

                def replaced(writer: Writer):
                    writer = Quiet()
                    def inner():
                        writer.run()
                    if dist.get_rank() == 0:
                        inner()
                """, Map.of());
    }

    @Test
    void aCastSaysWhichClassAnObjectHas() {
        assertFindings(WRITERS + """
                def wrong(x):
                    writer = typing.cast(Writer, x)
                    if dist.get_rank() == 0:  # warning
                        writer.run()

                def right(x):
                    if dist.get_rank() == 0:
                        typing.cast(Quiet, x).run()
                        typing.cast(Writer, Quiet()).run()
                """, Map.of());
    }

    @Test
    void aFieldOfADeclaredObjectIsTheOneThatItsCallAsksFor() {
        assertFindings("""
                import torch.distributed as dist

                class Loss:
                    def __init__(self, sync):
                        self.sync = sync

                    def __call__(self, x):
                        if self.sync:
                            dist.all_reduce(x)

                class Wrapper:
                    def __init__(self, loss: Loss):
                        self.loss = loss

                    def unwrapped(self) -> Loss:
                        return self.loss

                    def right(self, x):
                        if self.loss.sync or dist.get_rank() == 0:
                            self.loss(x)

                def right(loss: Loss, wrapper: Wrapper, x):
                    if loss.sync or dist.get_rank() == 0:
                        loss(x)
                    unwrapped = wrapper.unwrapped()
                    if unwrapped.sync or dist.get_rank() == 0:
                        unwrapped(x)

                def wrong(loss: Loss, x):
                    if loss.sync and dist.get_rank() == 0:  # warning
                        loss(x)
                """, Map.of());
    }

    @Test
    void anObjectHasOneClassInAllTestsOfIt() {
        assertFindings("""
                import torch.distributed as dist

                class Logger:
                    def log(self):
                        raise NotImplementedError

                    def close(self):
                        pass

                class Plain(Logger):
                    def log(self):
                        pass

                class Bystander(Plain):
                    pass

                class Shared(Logger):
                    def log(self):
                        dist.barrier()

                def by_isinstance(logger: Logger):
                    if isinstance(logger, Shared) or dist.get_rank() == 0:
                        logger.log()

                def by_type(logger: Logger):
                    if type(logger) is Shared or dist.get_rank() == 0:
                        logger.log()
                    if type(logger) != Shared and dist.get_rank() == 0:
                        logger.log()
                    if logger.__class__ == Shared or dist.get_rank() == 0:
                        logger.log()

                def of_a_bystander(logger: Logger):
                    if isinstance(logger, Bystander) and dist.get_rank() == 0:
                        logger.log()

                def wrong(logger: Logger):
                    if not isinstance(logger, Plain) and dist.get_rank() == 0:  # warning
                        logger.log()

                def wrong_by_type(logger: Logger):
                    if type(logger) is Shared and dist.get_rank() == 0:  # warning
                        logger.log()
                """, Map.of());
    }

    @Test
    void theCallThatIsNamedIsOneThatTheTestsAllow() {
        List<CodeFinding> findings = assertFindings("""
                import torch.distributed as dist

                class Loss:
                    def __call__(self, x):
                        dist.all_reduce(x)

                class Contrastive(Loss):
                    def __call__(self, x):
                        dist.barrier()

                def wrong(loss: Loss, x):
                    if not isinstance(loss, Contrastive):
                        if dist.get_rank() == 0:  # warning
                            loss(x)
                """, Map.of());
        assertEquals("all_reduce", findings.get(0).calls().get(0).operation());
    }

    @Test
    void aDeclaredObjectMayBeOfAClassThatOtherFilesHave() {
        Map<String, String> base = Map.of("base.py", """
                class Writer:
                    def run(self):
                        pass
                """);
        assertFindings("""
                import torch.distributed as dist
                from base import Writer

                class Shared(Writer):
                    def run(self):
                        dist.barrier()

                class Mixin:
                    def run_all(self):
                        dist.barrier()

                def wrong(writer: Writer):
                    if isinstance(writer, Shared):
                        if dist.get_rank() == 0:  # warning
                            writer.run()

                def of_a_mixin(writer: Writer):
                    if isinstance(writer, Mixin):
                        if dist.get_rank() == 0:  # warning
                            writer.run_all()

                def of_another_class(writer: Writer):
                    if type(writer) is not Writer:
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def right(writer: Writer):
                    if isinstance(writer, Shared):
                        writer.run()
                    elif dist.get_rank() == 0:
                        writer.run()
                """, base);
    }

    @Test
    void aClassWithAMethodThatNotAllMustHaveHasObjects() {
        assertFindings("""
                import torch.distributed as dist

                class Trainer:
                    def predict(self):
                        raise NotImplementedError

                    def save(self):
                        dist.barrier()

                class Quiet(Trainer):
                    def save(self):
                        pass

                def wrong(trainer: Trainer):
                    if dist.get_rank() == 0:  # warning
                        trainer.save()
                """, Map.of());
    }

    @Test
    void whichOfSeveralCollectionsAnAnnotationNamesIsNotKnown() {
        assertFindings(WRITERS + """
                from typing import Union

                def right(writers: Union[Dict[str, Quiet], List[Writer]]):
                    if dist.get_rank() == 0:
                        writers[0].run()

                def keys(writers: Dict[str, Writer]):
                    if dist.get_rank() == 0:
                        for each in writers:
                            each.run()
                """, Map.of());
    }

    @Test
    void anObjectIsNotOfTwoClassesUnlessOneExtendsTheOther() {
        assertFindings(WRITERS + """
                class Silent(Writer):
                    def run(self):
                        pass

                def quiet_first(x):
                    if isinstance(x, Quiet):
                        if dist.get_rank() == 0:
                            x.run()
                    elif isinstance(x, Writer):
                        x.run()

                def of_two_classes_first(x):
                    if isinstance(x, (Quiet, Silent)):
                        if dist.get_rank() == 0:
                            x.run()
                    elif isinstance(x, Writer):
                        x.run()

                def subclass_first(x):
                    if isinstance(x, Silent):
                        if dist.get_rank() == 0:
                            x.run()
                    elif isinstance(x, Writer):
                        x.run()

                def separate(x):
                    if isinstance(x, Writer):
                        x.run()
                    if isinstance(x, Quiet) and dist.get_rank() == 0:
                        x.run()

                def wrong(x):
                    if isinstance(x, (Quiet, Writer)) and dist.get_rank() == 0:  # warning
                        x.run()
                """, Map.of());
    }

    @Test
    void anInnerFunctionDoesNotKnowWhatTheOuterOneReplacesOrTests() {
        assertFindings(WRITERS + """
                def set_elsewhere(writer: Writer):
                    def reset():
                        nonlocal writer
                        writer = Quiet()
                    def inner():
                        if dist.get_rank() == 0:
                            writer.run()
                    reset()
                    return inner

                def tested(writer: Writer):
                    if isinstance(writer, Quiet):
                        def inner():
                            if dist.get_rank() == 0:
                                writer.run()
                        return inner
                """, Map.of());
    }
}
