package dev.rollcall.analyzer.scan.python;

import static dev.rollcall.analyzer.scan.python.MarkedProgram.assertFindings;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What ranks do in the first pass of a loop, whatever they do in the later ones. */
final class PassesOfLoopsTest {

    @Test
    void whatEndsALoopOnOneRankHidesNothingBefore() {
        assertFindings("""
                import torch.distributed as dist

                def patience(most, model):
                    stale = 0
                    for epoch in range(100):
                        if stale > most:
                            break
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()
                            if model.is_better():
                                stale = 0
                            else:
                                stale += 1

                def set_once(most):
                    stale = 0
                    for epoch in range(100):
                        if stale > most:
                            break
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()
                            stale = 5

                def numbered(most):
                    for epoch in range(100):
                        if dist.get_rank() == 0 and epoch > most:
                            break
                        if dist.get_rank() == 0:  # warning
                            dist.barrier()

                def alike(most, model):
                    stale = 0
                    for epoch in range(100):
                        if stale > most:
                            break
                        dist.barrier()
                        stale = 0 if model.is_better() else stale + 1
                """, Map.of());
    }

    @Test
    void aRanksOwnPassIsFound() {
        assertFindings("""
                import torch.distributed as dist

                def by_number(x):
                    for i in range(dist.get_world_size()):
                        if i == dist.get_rank():  # warning
                            dist.all_reduce(x)
                        x = x + 1
                        dist.barrier()

                def not_the_last(x, n):
                    for i in range(n):
                        if i + dist.get_rank() > 3:  # note
                            dist.all_reduce(x)

                def in_turn(n):
                    for i in range(dist.get_world_size()):
                        if i == dist.get_rank():
                            print(i)
                        dist.barrier()
                """, Map.of());
    }
}
