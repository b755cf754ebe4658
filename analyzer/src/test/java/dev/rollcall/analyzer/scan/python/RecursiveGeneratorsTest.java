package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A generator that asks itself for more, as one that walks through folders, communicates if something in it does. */
final class RecursiveGeneratorsTest {
    @Test
    void aWalkThroughFoldersIsNoCollective() {
        assertFindings("""
                import torch.distributed as dist

                def walk(path):
                    yield path
                    for below in path.dirs():
                        yield from walk(below)

                def listed(root):
                    if dist.get_rank() == 0:
                        print(list(walk(root)))
                    dist.barrier()

                class Files:
                    def below(self, root):
                        def inner(path):
                            for each in path.dirs():
                                yield from inner(each)
                        return list(inner(root))

                def of_object(root):
                    if dist.get_rank() == 0:
                        Files().below(root)
                    dist.barrier()

                def wrong(root):
                    if dist.get_rank() == 0:  # warning
                        for path in walk(root):
                            dist.barrier()

                def calls(path):
                    dist.barrier()
                    yield path
                    for below in path.dirs():
                        yield from calls(below)

                def wrong_inside(root):
                    if dist.get_rank() == 0:  # warning
                        print(list(calls(root)))
                """, Map.of());
    }

    @Test
    void aContextManagerMayOpenItselfAgain() {
        assertFindings("""
                import torch.distributed as dist
                from contextlib import contextmanager

                @contextmanager
                def layers(n):
                    if n == 0:
                        yield
                    else:
                        with layers(n - 1):
                            yield

                def quiet(n):
                    if dist.get_rank() == 0:
                        with layers(n):
                            print()
                    dist.barrier()

                def wrong(n):
                    if dist.get_rank() == 0:  # warning
                        with layers(n):
                            dist.barrier()
                """, Map.of());
    }
}
