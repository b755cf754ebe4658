package dev.rollcall.analyzer.code.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.value.Value;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SummariesTest {

    private static String root(String text) {
        return new SummarizedProgram(text).root("f");
    }

    @Test
    void aFunctionThatTheAnalysisFailsAtIsAGapAndItsCallersAreNot() {
        SummarizedProgram program = new SummarizedProgram("""
                function <t.py||deep|> function
                call @dist.broken()
                return
                function <t.py||middle|> function
                call <t.py||deep|>()
                call @dist.barrier()
                return
                function <t.py||again|> function
                call <t.py||middle|>()
                call <t.py||again|>()
                return
                function <t.py||f|> function
                call <t.py||middle|>()
                call <t.py||again|>()
                call @dist.gather()
                return
                """);

        String word = program.root("f");

        assertTrue(word.contains("barrier") && word.endsWith("gather"), word);
        assertEquals(Set.of(program.function("deep")), program.summaries.gaps().keySet());
        assertTrue(program.word("again").contains("barrier"), program.word("again"));
    }

    @Test
    void aMethodOfAFrameworksClassGuardsTheProgramsCall() {
        assertEquals("(R = 0 ? save<barrier> : ε)", root("""
                unit t.py python t.py
                type t.py:Sub extends transformers.Trainer
                method <t.py|t.py:Sub|save|>
                method <t.py|t.py:Sub|f|>
                function <t.py|t.py:Sub|save|> method
                parameter self
                call @dist.barrier()
                return
                function <t.py|t.py:Sub|f|> method
                parameter self
                zero = self.is_global_zero
                branch zero -> yes, no
                yes:
                call self.save()
                no:
                return
                """));
    }

    @Test
    void aLibrarysDecoratorIsAGuard() {
        assertEquals("log<(decorator R = 0 ? all_reduce : ε)>", root("""
                function <t.py||log|> function
                decorator @dist.rank_zero_only 1
                x = call @dist.reduced()
                return x
                function <t.py||f|> function
                y = call <t.py||log|>()
                return
                """));
    }

    private static final String OWN_DECORATOR = """
            function <t.py||main_only|> function
            parameter fn
            w = closure <t.py||main_only.w|>(fn=fn)
            return w
            function <t.py||main_only.w|> function
            parameter x
            r = call @dist.get_rank()
            zero = eq r 0
            branch zero -> yes, no
            yes:
            g = captured fn
            y = call g(x)
            return y
            no:
            return null
            function <t.py||log|> function
            parameter x
            decorator <t.py||main_only|> 9
            call @dist.barrier()
            return x
            function <t.py||f|> function
            y = call <t.py||log|>(7)
            return y
            """;

    @Test
    void theProgramsOwnDecoratorIsApplied() {
        SummarizedProgram program = new SummarizedProgram(OWN_DECORATOR);
        assertEquals("log<main_only.w<(R = 0 ? log<barrier> : ε)>>", program.root("f"));
        assertEquals("(R = 0 ? 7 : null)", program.result("f"));
    }

    @Test
    void aLambdaRunsWhereItIsCalled() {
        assertEquals("allGather<timed<lambda<barrier(any group)>>>", root("""
                unit demo.Comm java Comm.java
                type demo.Comm extends java.lang.Object
                method <demo.Comm|demo.Comm|allGather|()V>
                method <demo.Comm|demo.Comm|timed|(Ljava/util/function/Supplier;)V>
                field world demo.Group
                function <demo.Comm|demo.Comm|lambda|> method
                parameter this: demo.Comm
                w = this.world{demo.Comm}
                call w.barrier{demo.Comm|()V}()
                return
                function <demo.Comm|demo.Comm|timed|(Ljava/util/function/Supplier;)V> method
                parameter this: demo.Comm
                parameter s: java.util.function.Supplier
                x = call s.get{java.util.function.Supplier|()}()
                return x
                function <demo.Comm|demo.Comm|allGather|()V> method
                parameter this: demo.Comm
                g = closure <demo.Comm|demo.Comm|lambda|>(0=this)
                call this.timed{demo.Comm|(Ljava/util/function/Supplier;)V}(g)
                return
                function <demo.Comm|demo.Comm|f|> static
                parameter c: demo.Comm
                call c.allGather{demo.Comm|()V}()
                return
                """));
    }

    @Test
    void aCountedLoopHasANumberOfPasses() {
        assertEquals("[(N - R > 0 ? N - R : 0) times: barrier · next]", root("""
                i = call @dist.get_rank()
                n = call @dist.get_world_size()
                again:
                more = lt i n
                branch more -> body, done
                body:
                call @dist.barrier()
                i = add i 1
                jump again
                done:
                return
                """));
    }

    @Test
    void aLoopOverElementsRunsOncePerElement() {
        assertEquals("[over range(R): barrier · next]", root("""
                r = call @dist.get_rank()
                xs = call @range(r)
                again:
                x = advance xs -> body, done
                body:
                call @dist.barrier()
                jump again
                done:
                return
                """));
    }

    @Test
    void aHandlerThatGoesOnIsAWayOfItsOwn() {
        String text = """
                parameter model
                parameter x
                again:
                branch x -> body, done
                body:
                loss = call model(x) !caught
                call @dist.barrier() !caught
                call @dist.gather()
                jump again
                caught:
                e = catch @RuntimeError -> mine, out
                mine:
                WHAT
                done:
                return
                """;
        assertEquals(
                "[while: (argument `x` ? (handler exception:an exception ? raise  : ε)"
                        + " · barrier · gather · next {raise : next} : leave)]",
                root(text.replace("WHAT", "jump again")));
        assertEquals(
                "[while: (argument `x` ? barrier · gather · next : leave)]", root(text.replace("WHAT", "throw e")));
    }

    @Test
    void theProgramsOwnExceptionGoesToItsHandler() {
        assertEquals("check<(R = 0 ? raise FileNotFoundError : ε)> · barrier {raise FileNotFoundError: ε}", root("""
                function <t.py||check|> function
                r = call @dist.get_rank()
                zero = eq r 0
                branch zero -> bad, good
                bad:
                throw 1 @FileNotFoundError
                good:
                return
                function <t.py||f|> function
                call <t.py||check|>() !caught
                call @dist.barrier() !caught
                return
                caught:
                e = catch @OSError -> mine, out
                mine:
                return
                """));
    }

    @Test
    void membersOfAVisibleGroupAreKnown() {
        assertEquals(
                "create(made=group of list(0, 2)) · (R in list(0, 2) ? all_reduce(count=1, type=float) : ε)",
                root("""
                ranks = list(0, 2)
                g = call @dist.new_group(ranks)
                r = call @dist.get_rank()
                in = in r ranks
                branch in -> yes, no
                yes:
                t = call @torch.zeros(1)
                call @dist.all_reduce(t)
                no:
                return
                """));
    }

    @Test
    void whatAllReduceGivesIsTheSameOnAllRanks() {
        String loop = """
                r = call @dist.get_rank()
                done = eq r 7
                t = call @torch.tensor(done)
                again:
                $8 = call t.item()
                branch $8 -> out1, body
                body:
                t = call @torch.tensor(r)
                REDUCE
                call @dist.barrier()
                jump again
                out1:
                return
                """;
        assertEquals("[while: (item(lost[RANK]()) ? leave : barrier · next)]", root(loop.replace("REDUCE", "nothing")));
        assertEquals(
                "[while: (item(lost[RANK]()) ? leave : all_reduce · barrier · next)]",
                root(loop.replace("REDUCE", "call @dist.all_reduce(t)")));
        assertEquals(
                "[while: (item(lost[]()) ? leave : all_reduce · barrier · next)]",
                root(loop.replace("REDUCE", "call @dist.all_reduce(t)")
                        .replace("@torch.tensor(done)", "@torch.zeros(1)")));
    }

    @Test
    void anAliasOfABufferAgreesWithItAndAnotherTensorDoesNot() {
        String text = """
                r = call @dist.get_rank()
                t = call @torch.tensor(r)
                alias = t
                other = call @torch.tensor(r)
                call @dist.all_reduce(alias)
                branch WHICH -> yes, no
                yes:
                call @dist.barrier()
                no:
                return
                """;
        assertEquals("all_reduce · (all_reduce() ? barrier : ε)", root(text.replace("WHICH", "t")));
        assertEquals("all_reduce · (torch.tensor(R) ? barrier : ε)", root(text.replace("WHICH", "other")));
    }

    @Test
    void aFlagThatIsSettledAfterTheFirstPassIsExact() {
        assertEquals("[while: ((counter(0, 1) = 0 ? false : R = 0) ? leave : barrier · next)]", root("""
                done = false
                again:
                branch done -> out1, body
                body:
                call @dist.barrier()
                r = call @dist.get_rank()
                done = eq r 0
                jump again
                out1:
                return
                """));
    }

    @Test
    void anArgumentOfARootIsLocalIfItsNameSaysSo() {
        String text = """
                parameter NAME
                n = len NAME
                empty = eq n 0
                branch empty -> leave1, on
                leave1:
                return 0
                on:
                call @dist.barrier()
                return 1
                """;
        assertEquals("(len(local_data:argument `batch`) = 0 ? ε : barrier)", root(text.replace("NAME", "batch")));
        assertEquals("(len(argument `config`) = 0 ? ε : barrier)", root(text.replace("NAME", "config")));
    }

    @Test
    void aLibrarysContextManagerHasTwoEnds() {
        assertEquals("(decorator R = 0 ? ε : barrier) · gather · (decorator R = 0 ? barrier : ε)", root("""
                parameter accelerator
                m = call accelerator.main_process_first()
                enter m !caught
                call @dist.gather() !caught
                leave m
                return
                caught:
                e = catch
                leave m
                throw e
                """));
    }

    private static final String OWN_CONTEXT = """
            function <t.py||first|> function [generator, context]
            r = call @dist.get_rank()
            zero = eq r 0
            branch zero -> now, later
            later:
            call @dist.barrier()
            now:
            yield null
            branch zero -> end1, end2
            end1:
            call @dist.barrier()
            end2:
            return
            function <t.py||f|> function
            m = call <t.py||first|>()
            enter m
            call @dist.gather()
            leave m
            return
            """;

    @Test
    void theProgramsOwnContextManagerHasTwoEnds() {
        assertEquals("first<(R = 0 ? ε : barrier)> · gather · first<(R = 0 ? barrier : ε)>", root(OWN_CONTEXT));
    }

    @Test
    void gradientsAreNotReducedUnderNoSync() {
        assertEquals("maybe broadcast · (dispatch not(argument `last`) ? ε : all_reduce)", root("""
                parameter last
                parameter x
                $9 = call @Net()
                model = call @DDP($9)
                branch last -> with1, with2
                with1:
                m = call @nullcontext()
                jump both
                with2:
                m = call @no_sync()
                both:
                enter m
                loss = call model(x)
                call loss.backward()
                leave m
                return
                """));
    }

    private static final String TREE = """
            function <t.py||even|> function
            parameter n
            branch n -> more, end
            more:
            m = sub n 1
            x = call <t.py||odd|>(m)
            return x
            end:
            return 0
            function <t.py||odd|> function
            parameter n
            branch n -> more, end
            more:
            ACT
            m = sub n 1
            x = call <t.py||even|>(m)
            return x
            end:
            return 1
            function <t.py||f|> function
            r = call @dist.get_rank()
            branch r -> yes, no
            yes:
            x = call <t.py||even|>(r)
            no:
            return
            """;

    @Test
    void aRecursionThatCallsNothingIsNothing() {
        assertEquals("ε", root(TREE.replace("ACT", "nothing")));
    }

    @Test
    void aRecursiveCallIsAnItem() {
        SummarizedProgram program = new SummarizedProgram(TREE.replace("ACT", "call @dist.barrier()"));
        assertEquals("(R ? even<(R ? again odd(R - 1) : ε)> : ε)", program.root("f"));
        assertEquals("(p0 ? barrier · again even(p0 - 1) : ε)", program.word("odd"));
    }

    @Test
    void theResultOfARecursionDependsOnWhatItsCasesReturn() {
        SummarizedProgram program = new SummarizedProgram("""
                function <t.py||g|> function
                parameter n
                branch n -> more, end
                more:
                m = sub n 1
                x = call <t.py||g|>(m)
                return x
                end:
                r = call @dist.get_rank()
                return r
                function <t.py||f|> function
                parameter n
                x = call <t.py||g|>(n)
                branch x -> yes, no
                yes:
                call @dist.barrier()
                no:
                return
                """);
        Word.Split split =
                (Word.Split) program.summaries.root(program.function("f"), "").word();
        assertEquals(
                "[RANK]",
                program.values.dependence(split.guard().condition()).sources().toString());
    }

    private static final String OBJECTS = """
            unit t.py python t.py
            type t.py:A
            method <t.py|t.py:A|__init__|>
            method <t.py|t.py:A|sync|>
            method <t.py|t.py:A|act|>
            type t.py:B extends t.py:A
            method <t.py|t.py:B|act|>
            function <t.py|t.py:A|__init__|> method
            parameter self
            parameter r
            zero = eq r 0
            store self.first = zero
            return
            function <t.py|t.py:A|sync|> method
            parameter self
            first = self.first
            branch first -> yes, no
            yes:
            call self.act()
            no:
            return
            function <t.py|t.py:A|act|> method
            parameter self
            call @dist.barrier()
            return
            function <t.py|t.py:B|act|> method
            parameter self
            call @dist.gather()
            return
            function <t.py||f|> function
            r = call @dist.get_rank()
            x = new @t.py:B(ARG)
            call x.sync()
            return
            """;

    @Test
    void aConstructorSetsTheFieldsOfItsObject() {
        String text = OBJECTS.replace("x = new", "x = call new");
        assertEquals("sync<(R = 0 ? act<gather> : ε)>", root(text.replace("ARG", "r")));
        assertEquals("sync<act<gather>>", root(text.replace("ARG", "0")));
        assertEquals("ε", root(text.replace("ARG", "1")));
    }

    @Test
    void aFieldOfAnyObjectIsWhatItsClassStores() {
        String text = OBJECTS.replace("x = new", "x = call new")
                .replace("parameter r\n", "parameter rank\n")
                .replace("eq r", "eq rank");
        assertEquals(
                "(R = 0 ? (dispatch class of(self) = t.py:B ? act<gather> : act<barrier>) : ε)",
                new SummarizedProgram(text).root("sync"));
    }

    @Test
    void aMutationUnderARankGuardDependsOnTheRank() {
        assertEquals("((R = 0 ? list(2) : list()) ? barrier : ε)", root("""
                xs = list()
                same = xs
                r = call @dist.get_rank()
                zero = eq r 0
                branch zero -> yes, no
                yes:
                call xs.append(2)
                no:
                branch same -> act, end
                act:
                call @dist.barrier()
                end:
                return
                """));
    }

    @Test
    void aLauncherVariableIsTheRank() {
        assertEquals("(R = 0 ? barrier : ε)", root("""
                env = @os.environ["RANK"]
                r = call @int(env)
                zero = eq r 0
                branch zero -> yes, no
                yes:
                call @dist.barrier()
                no:
                return
                """));
    }

    @Test
    void aFunctionThatALibraryGetsMayRunAlikeOnAllRanks() {
        assertEquals(
                "(callback whether `register` calls `g` ? g<barrier> : ε)",
                root("""
                function <t.py||g|> function
                call @dist.barrier()
                return
                function <t.py||f|> function
                parameter model
                hook = closure <t.py||g|>()
                call model.register(hook)
                return
                """).replaceAll("call of Function\\[.*?\\]\\S* \\?", "call of Function ?"));
    }

    @Test
    void aWorkerThatIsSpawnedHasTheRankAsFirstArgument() {
        assertEquals("main<(R = 0 ? barrier : ε)>", root("""
                function <t.py||main|> function
                parameter local
                parameter n
                zero = eq local 0
                branch zero -> yes, no
                yes:
                call @dist.barrier()
                no:
                return
                function <t.py||f|> function
                g = closure <t.py||main|>()
                $5 = tuple(3)
                call @mp.spawn(g, args=$5)
                return
                """));
    }

    @Test
    void aFunctionWithAGapIsNamed() {
        SummarizedProgram program = new SummarizedProgram("""
                function <t.py||g|> function
                gap too large
                nothing
                return
                function <t.py||f|> function
                call <t.py||g|>()
                return
                """);
        assertEquals("g<gap(too large)>", program.root("f"));
        assertEquals("{t.py.g=too large}", program.summaries.gaps().toString());
    }

    @Test
    void aComprehensionIsKnownByItsItems() {
        SummarizedProgram program = new SummarizedProgram("""
                n = call @dist.get_world_size()
                all = call @range(n)
                $1 = list()
                again:
                x = advance all -> body, done
                body:
                $3 = mod x 2
                branch $3 -> add1, again
                add1:
                call $1.append(x)
                jump again
                done:
                r = call @dist.get_rank()
                in = in r $1
                branch in -> yes, no
                yes:
                call @dist.barrier()
                no:
                return
                """);
        Word.Split split =
                (Word.Split) program.summaries.root(program.function("f"), "").word();
        Value.Operation in = (Value.Operation) split.guard().condition();
        assertInstanceOf(Value.Collected.class, in.operands().get(1));
        assertTrue(program.values.dependence(in).isExactlyRank());
    }

    @Test
    void aLossIsDataOfOneRankUntilItIsReduced() {
        String text = """
                parameter model
                parameter x
                again:
                loss = call model(x)
                REDUCE
                bad = call @isnan(loss)
                branch bad -> again, good
                good:
                call loss.backward()
                call @dist.barrier()
                jump again
                """;
        assertTrue(root(text.replace("REDUCE", "nothing")).contains("local_data:the loss of this rank's data"));
        assertFalse(root(text.replace("REDUCE", "call @dist.all_reduce(loss)")).contains("local_data"));
    }

    @Test
    void aJavaLoopOverElementsRunsOncePerElement() {
        assertEquals("[over argument `steps`: barrier · next]", root("""
                unit demo.T java T.java
                function <demo.T|demo.T|f|> static
                parameter steps: java.util.List
                it = call steps.iterator{java.util.List|()Ljava/util/Iterator;}()
                again:
                more = call it.hasNext{java.util.Iterator|()Z}()
                branch more -> body, done
                body:
                x = call it.next{java.util.Iterator|()Ljava/lang/Object;}()
                call @dist.barrier()
                jump again
                done:
                return
                """));
    }

    @Test
    void aCallbackInAListIsKnown() {
        assertEquals(
                "[over list(object of t.py:A, object of t.py:B): (dispatch counter(0, 1) = 0 ? act<barrier> · next"
                        + " : act<gather> · next)]",
                root(OBJECTS.replace("x = new @t.py:B(ARG)\n", """
                        a = call new @t.py:A(0)
                        b = call new @t.py:B(0)
                        $9 = list(a, b)
                        again:
                        x = advance $9 -> body, done
                        body:
                        call x.act()
                        jump again
                        done:
                        """).replace("call x.sync()\n", "")));
    }
}
