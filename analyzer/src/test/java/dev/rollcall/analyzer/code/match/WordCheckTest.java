package dev.rollcall.analyzer.code.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.FewFunctions;
import dev.rollcall.analyzer.code.value.FunctionResults;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class WordCheckTest {
    private final ValuePool values = new ValuePool();
    private final WordPool words = new WordPool(values);
    private final Evaluator evaluator = new Evaluator(new FewFunctions(), FunctionResults.NONE);
    private final WordCheck check = new WordCheck(values, words, evaluator, new GuardTest(values, evaluator));

    /** Asserts what is found, each as {@code 1 warning extra-collective [0]}: the line of the guard or call, and the ranks. */
    private void assertFound(String word, String... expected) {
        WordCheck.Result result = check.check(WordText.parse(values, words, word));
        assertTrue(result.complete());
        assertEquals(
                List.of(expected),
                result.divergences().stream().map(WordCheckTest::text).toList(),
                word);
    }

    private static String text(Divergence each) {
        int line = each.guard()
                .map(guard -> guard.place().line())
                .orElseGet(() -> each.call().orElseThrow().place().line());
        String level = each.isWarning()
                ? "warning"
                : "note " + each.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return line + " " + level + " " + each.cause().id() + " " + each.ranks();
    }

    @Test
    void oneRankCallsAlone() {
        assertFound("""
                if rank == 0:
                  barrier
                """, "1 warning extra-collective [0]");
        assertFound("""
                all_reduce
                if rank == 0:
                  barrier
                all_reduce
                """, "2 warning extra-collective [0]");
        assertFound("""
                if cfg.save and rank == 0:
                  barrier
                """, "1 warning extra-collective [0]");
    }

    @Test
    void oneRankSkips() {
        assertFound("""
                if rank == 1:
                  return
                barrier
                """, "1 warning skipped-collective [1]");
        assertFound("""
                repeat n:
                  if rank == 1:
                    continue
                  all_reduce
                """, "2 warning skipped-collective [1]");
    }

    @Test
    void sidesThatCallTheSameAreSilent() {
        assertFound("""
                if rank == 0:
                  barrier
                else:
                  barrier
                """);
        assertFound("""
                if rank == 0:
                  barrier
                if rank != 0:
                  barrier
                """);
        assertFound("""
                if rank % 2 == 0:
                  all_reduce
                  broadcast
                else:
                  all_reduce
                  call:
                    broadcast
                """);
        assertFound("""
                if rank == 0:
                  all_reduce
                  all_reduce
                else:
                  repeat 2:
                    all_reduce
                """);
    }

    @Test
    void conditionsOfAllRanksAreSilent() {
        assertFound("""
                if cfg.a:
                  barrier
                if rank >= 0:
                  all_reduce
                while cfg.b:
                  all_reduce
                  if size > 4:
                    break
                """);
        assertFound("""
                if cfg.a:
                  if rank == 0:
                    barrier
                  else:
                    barrier
                """);
        assertFound("""
                if rank == 0:
                  if cfg.a:
                    barrier
                  if not cfg.a:
                    all_reduce
                else:
                  if cfg.a:
                    barrier
                  else:
                    all_reduce
                """);
    }

    @Test
    void theGuardIsFoundAroundOthers() {
        assertFound("""
                if rank == 0:
                  if not local(link):
                    barrier
                """, "1 warning extra-collective [0]");
        assertFound("""
                if rank < 8:
                  if rank == 0:
                    barrier
                """, "2 warning extra-collective [0]");
    }

    @Test
    void severalGuardsAreFoundOneAfterTheOther() {
        assertFound("""
                if rank == 0:
                  barrier
                all_reduce
                if rank == 1:
                  broadcast
                """, "1 warning extra-collective [0]", "4 warning extra-collective [1]");
    }

    @Test
    void largerWorldsShowLargerRanks() {
        assertFound("""
                if rank >= 4:
                  barrier
                """, "1 warning extra-collective [4]");
    }

    @Test
    void loopsOfUnequalLength() {
        assertFound("""
                over range(rank, 10, size):
                  all_reduce
                """, "1 warning short-loop [0, 1]");
        assertFound("""
                repeat (rank + 1) * s - rank * s:
                  all_reduce
                """);
        assertFound("""
                repeat len(local(shard)):
                  all_reduce
                barrier
                """, "1 note local-data short-loop [0]");
        assertFound("""
                repeat n:
                  all_reduce
                  if rank == 1:
                    break
                barrier
                """, "3 warning short-loop [1]");
        assertFound("""
                while rank != 0:
                  all_reduce
                  if cfg.stop:
                    break
                """, "1 warning short-loop [0]");
    }

    @Test
    void eachRankHasItsTurnInALoop() {
        assertFound("""
                repeat size:
                  if pass(1) == rank:
                    all_reduce
                """);
        assertFound("""
                repeat size:
                  if pass(1) == rank:
                    all_reduce
                  barrier
                """, "2 warning extra-collective [0]");
    }

    @Test
    void ranksThatEnd() {
        assertFound("""
                if rank == 0:
                  exit
                barrier
                """, "1 warning rank-absent [0]");
        assertFound("""
                if rank > 1:
                  raise ValueError
                barrier
                """, "1 warning rank-absent [2, 3]");
        assertFound("""
                if rank == 0 and not cfg.path:
                  raise ValueError
                barrier
                """, "1 note check rank-absent [0]");
        assertFound("""
                try:
                  if rank == 0:
                    raise ValueError
                  barrier
                except ValueError:
                  all_reduce
                """, "2 warning op-mismatch [0]");
        assertFound("""
                barrier
                if rank == 0:
                  exit
                """);
    }

    @Test
    void aFailureOfOneRankIsNoWayThatAProgramIsMeantToTake() {
        assertFound("""
                if rank == 0:
                  if cfg.bad:
                    failure
                barrier
                """, "1 note check rank-absent [0]");
        assertFound("""
                if rank == 0:
                  if cfg.done:
                    exit
                barrier
                """, "1 warning rank-absent [0]");
        assertFound("""
                if rank == 0:
                  failure
                barrier
                """, "1 warning rank-absent [0]");
        assertFound("""
                if not cfg.check:
                  return
                if rank == 0:
                  raise AssertionError
                barrier
                """, "3 note check rank-absent [0]");
        assertFound("""
                repeat n:
                  if cfg.skip:
                    return
                  if rank == 0:
                    raise AssertionError
                  barrier
                """, "4 note check rank-absent [0]");
        assertFound("""
                if rank == 0:
                  barrier
                if cfg.bad:
                  raise ValueError
                """, "1 warning extra-collective [0]");
    }

    @Test
    void anExpectedExceptionIsTheWayThatGoesOn() {
        assertFound("""
                if rank == 0:
                  handler exception(e):
                  else:
                    raise ValueError
                barrier
                """, "2 note exception rank-absent [0]");
    }

    @Test
    void nobodyWaitsWhereOneRankEndsTheWholeJob() {
        assertFound("""
                if rank == 0:
                  abort
                barrier
                """);
        assertFound("""
                if rank == 0:
                  if cfg.bad:
                    barrier
                    abort
                barrier
                """);
        assertFound("""
                if rank == 0:
                  if cfg.bad:
                    abort
                  all_reduce
                barrier
                """, "1 warning extra-collective [0]");
    }

    @Test
    void oneRankLeavesALoopInItsFirstPass() {
        assertFound("""
                while:
                  barrier
                  if rank == 0:
                    break
                """, "3 warning short-loop [0]");
        assertFound("""
                while:
                  barrier
                  if rank == 0:
                    return
                  all_reduce
                """, "3 warning skipped-collective [0]");
        assertFound("""
                if rank == 0:
                  while:
                    repeat n:
                      barrier
                    break
                else:
                  repeat n:
                    barrier
                """);
    }

    @Test
    void conditionsOfDifferentRanksMayBelongTogether() {
        assertFound("""
                if rank == 0:
                  if cfg.save:
                    barrier
                else:
                  if cfg.keep:
                    barrier
                """, "1 note conditions extra-collective [0]");
        assertFound("""
                if rank == 0:
                  if cfg.kind == 2:
                    barrier
                else:
                  if cfg.kind != 1:
                    if cfg.kind == 2:
                      barrier
                """, "1 note conditions extra-collective [0]");
        assertFound("""
                if rank == 0:
                  if cfg.kind == 1:
                    barrier
                else:
                  if cfg.kind == 2:
                    barrier
                """, "1 warning extra-collective [0]");
        assertFound("""
                if rank == 0:
                  if cfg.save:
                    barrier
                else:
                  if cfg.save:
                    barrier
                """);
        assertFound("""
                if rank == 0:
                  if cfg.save:
                    if cfg.keep:
                      barrier
                """, "1 warning extra-collective [0]");
        assertFound("""
                if rank == 0:
                  if cfg.save:
                    barrier
                else:
                  if cfg.keep:
                    all_reduce
                """, "1 warning op-mismatch [0]");
    }

    @Test
    void conditionsThatAllRanksAskAreNotOne() {
        assertFound("""
                if rank == 0 or cfg.keep:
                  if cfg.save:
                    barrier
                """, "1 warning extra-collective [0]");
        assertFound("""
                if rank == 0:
                  if cfg.a:
                    barrier
                  if cfg.b:
                    all_reduce
                else:
                  if cfg.b:
                    all_reduce
                  if cfg.a:
                    barrier
                """, "1 warning op-mismatch [0]");
        assertFound("""
                if rank == 0:
                  if not cfg.ready:
                    return
                if cfg.save:
                  barrier
                """, "1 warning skipped-collective [0]");
    }

    @Test
    void unequalArguments() {
        assertFound("broadcast root=rank", "1 warning root-mismatch [0]");
        assertFound("broadcast root=n");
        assertFound("""
                if rank == 0:
                  all_reduce reduction="sum" count=8
                else:
                  all_reduce reduction="max" count=8
                """, "1 warning reduce-op-mismatch [0]");
        assertFound("""
                if rank == 0:
                  all_reduce count=n
                else:
                  all_reduce count=m
                """);
    }

    @Test
    void swappedAndOtherCalls() {
        assertFound("""
                if rank == 0:
                  barrier
                  all_reduce
                else:
                  all_reduce
                  barrier
                """, "1 warning order-swap [0]");
        assertFound("""
                if rank == 0:
                  barrier
                else:
                  all_reduce
                broadcast
                """, "1 warning op-mismatch [0]");
    }

    @Test
    void dataOfOneRankGivesNotes() {
        assertFound("""
                if local(exists):
                  barrier
                """, "1 note local-data extra-collective [0]");
        assertFound("""
                if clock(late):
                  return
                barrier
                """, "1 note clock skipped-collective [0]");
        assertFound("""
                handler exception(e):
                  return
                barrier
                """, "1 note exception skipped-collective [0]");
        assertFound("""
                if role(rank):
                  barrier
                """, "1 note unknown-function extra-collective [0]");
        assertFound("""
                if lost(rank):
                  barrier
                """, "1 note value extra-collective [0]");
        assertFound("""
                if local(exists):
                  barrier
                if not local(exists):
                  barrier
                """);
    }

    @Test
    void weakCallsGiveNotes() {
        assertFound("""
                if rank == 0:
                  maybe state_dict
                """, "1 note may-communicate extra-collective [0]");
        assertFound("""
                if rank == 0:
                  gap
                  barrier
                """, "1 note not-summarized extra-collective [0]");
        assertFound("""
                if rank == 0:
                  repeat n:
                    barrier
                else:
                  repeat m:
                    barrier
                """, "1 note value short-loop [0]");
    }

    @Test
    void membersOfAGroupAloneCount() {
        assertFound("""
                if rank in [0, 2]:
                  all_reduce on [0, 2]
                """);
        assertFound("""
                if rank == 0:
                  all_reduce on [0, 2]
                """, "1 warning extra-collective [0]");
        assertFound("""
                if rank < 2:
                  all_reduce on split rank // 2
                """);
        assertFound("""
                if rank@pp == size@pp - 1:
                  all_reduce on @dp
                """);
        assertFound("""
                if rank@pp == 0:
                  all_reduce on @pp
                """, "1 warning extra-collective [0]");
    }

    @Test
    void membersThatAreNotKnown() {
        assertFound("""
                if rank == 0:
                  all_reduce on g
                """, "1 warning extra-collective [0]");
        assertFound("""
                if rank == 0:
                  all_reduce on g
                barrier
                """, "1 note members extra-collective [0]");
        assertFound("""
                if rank == 0:
                  all_reduce on range(n)
                """, "1 note members extra-collective [0]");
        assertFound("""
                barrier
                if rank in cfg.ranks:
                  all_reduce on ranks cfg.ranks
                if not g is null:
                  all_reduce on g
                """);
    }

    @Test
    void groupsInCrossedOrder() {
        assertFound("""
                if rank == 0:
                  all_reduce on [0, 1]
                  barrier
                else:
                  barrier
                  if rank == 1:
                    all_reduce on [0, 1]
                """, "1 warning communicator-deadlock [0]");
    }

    @Test
    void recursionIsACall() {
        assertFound("""
                if rank == 0:
                  again n
                """, "1 note not-summarized extra-collective [0]");
        assertFound("""
                if rank == 0:
                  again n
                else:
                  again n
                """);
    }

    @Test
    void aBlockInsideAContextManagerCounts() {
        assertFound("""
                if rank != 0:
                  barrier
                hole
                if rank == 0:
                  barrier
                """);
        assertFound("""
                if rank != 0:
                  barrier
                all_reduce
                if rank == 0:
                  barrier
                """, "1 warning order-swap [0]");
        assertFound("""
                if rank != 0:
                  barrier
                if cfg.quiet:
                  call:
                    return
                if rank == 0:
                  barrier
                """);
    }

    @Test
    void loopsOfWhichTheLastPassAloneCalls() {
        assertFound("""
                if rank != 0:
                  barrier
                repeat n:
                  if cfg.found:
                    if rank == 0:
                      barrier
                    return
                if rank == 0:
                  barrier
                all_reduce
                """);
        assertFound("""
                if rank != 0:
                  barrier
                repeat n:
                  if cfg.found:
                    return
                if rank == 0:
                  barrier
                """, "1 warning skipped-collective [0]", "6 warning extra-collective [0]");
        assertFound("""
                repeat n:
                  if cfg.found:
                    if rank == 0:
                      barrier
                    break
                barrier
                """, "3 warning extra-collective [0]");
        assertFound("""
                repeat n:
                  if cfg.found:
                    break
                  if cfg.last:
                    all_reduce
                    break
                if rank == 0:
                  barrier
                """, "7 warning extra-collective [0]");
    }

    @Test
    void loopsInsideEachOther() {
        assertFound("""
                repeat n:
                  repeat m:
                    all_reduce
                    if rank == 2:
                      break
                  barrier
                """, "4 warning short-loop [2]");
        assertFound("""
                repeat n:
                  repeat rank + 1:
                    if cfg.a:
                      break
                  all_reduce
                """);
        assertFound("""
                while cfg.more:
                  over element(1, xs):
                    all_reduce
                  if cfg.stop:
                    break
                """);
    }

    @Test
    void anOwnGroupOfEachRank() {
        assertFound("""
                all_reduce on rank < 2 ? [0, 1] : [2, 3]
                """);
        assertFound("""
                if rank % 2 == 0:
                  all_reduce on rank < 2 ? [0, 1] : [2, 3]
                """, "1 warning extra-collective [0]");
    }

    @Test
    void settingsNeedNoValue() {
        assertFound("""
                if rank == cfg.saver:
                  barrier
                if rank == cfg.logger:
                  all_reduce
                """, "1 warning extra-collective [0]", "3 warning extra-collective [0]");
        assertFound("""
                if rank == cfg.saver:
                  barrier
                if rank != cfg.saver:
                  barrier
                """);
        assertFound("""
                if cfg.a and rank == 0:
                  if not cfg.a:
                    barrier
                """);
    }

    @Test
    void aLoopWhoseCallsAConditionExcludesIsNothing() {
        assertFound("""
                if not cfg.a:
                  all_reduce
                  repeat n:
                    if cfg.a and rank != 0:
                      barrier
                """);
        assertFound("""
                if cfg.a:
                  all_reduce
                else:
                  repeat n:
                    if cfg.a and rank == 0:
                      all_reduce
                  repeat n:
                    if not cfg.a:
                      barrier
                """);
    }

    @Test
    void aConditionIsAskedAgainWhereItsFirstWaysAgree() {
        assertFound(
                """
                if not local(x):
                  if not local(x):
                    barrier
                  else:
                    all_reduce
                else:
                  barrier
                all_reduce
                if local(x):
                  all_reduce
                else:
                  barrier
                """,
                "1 note local-data op-mismatch [0]",
                "2 note local-data skipped-collective [0]",
                "9 note local-data op-mismatch [0]");
    }

    @Test
    void dataOfTheOneRankThatIsAskedIsTheRanksDoing() {
        assertFound("""
                if rank == 0:
                  if local(x):
                    return
                barrier
                """, "1 warning skipped-collective [0]");
        assertFound("""
                if rank == 0:
                  if local(x):
                    return
                else:
                  if local(x):
                    return
                barrier
                """, "2 note local-data skipped-collective [0]");
        assertFound("""
                if rank == 0:
                  if local(x):
                    return
                else:
                  if local(y):
                    return
                barrier
                """, "1 note conditions skipped-collective [0]", "5 note local-data skipped-collective [0]");
    }

    @Test
    void dataCountsBesideTheRank() {
        assertFound("""
                if rank == 0 and local(x):
                  all_reduce
                else:
                  if local(x) and rank != 0:
                    all_reduce
                  else:
                    barrier
                """, "1 note local-data op-mismatch [0]");
    }
}
