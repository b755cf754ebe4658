package dev.rollcall.analyzer.code.form;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs of both languages in the form that front ends give them; a source is in the comment above. */
class FormExamplesTest {
    /**
     * <pre>{@code
     * void run(int n) {
     *     for (int i = 0; i < n; i++) {
     *         timed(() -> world.barrier(i0));
     *     }
     * }
     * }</pre>
     */
    private static final String WRAPPER_AND_LAMBDA = """
            unit demo.Trainer java Trainer.java
            import demo.Comm
            type demo.Trainer extends java.lang.Object
            method <demo.Trainer|demo.Trainer|run|(I)V>
            method <demo.Trainer|demo.Trainer|lambda$run$0|(I)V>
            field world demo.Comm
            function <demo.Trainer|demo.Trainer|run|(I)V> method 9..13
            parameter this: demo.Trainer
            parameter n: int
            variable i: int
            0@10: i = 0
            1: $3 = lt.int i n
            2: branch $3 -> 3, 7 # i < n
            3@11: $4 = closure <demo.Trainer|demo.Trainer|lambda$run$0|(I)V>(0=this, 1=i)
            4: call this.timed{demo.Trainer|(Ljava/lang/Runnable;)V}($4)
            5@10: i = add.int i 1
            6: nothing -> 1
            7@13: return
            function <demo.Trainer|demo.Trainer|lambda$run$0|(I)V> method 11..11
            parameter this: demo.Trainer
            parameter i0: int
            0@11: $2 = this.world{demo.Trainer}
            1: call $2.barrier{demo.Comm|(I)V}(i0)
            2: return
            """;

    /**
     * Each distinct target has one branch; the second switch, of the number that stands for the text, has the text {@code switch (role)}.
     *
     * <pre>{@code
     * switch (role) {
     *     case "saver", "logger": world.barrier(); break;
     *     default: work();
     * }
     * }</pre>
     */
    private static final String STRING_SWITCH = """
            function <test||f|> function
            parameter role: java.lang.String
            parameter world: demo.Comm
            0@3: $2 = -1
            1: $3 = call role.hashCode{java.lang.String|()I}()
            2: $4 = eq.int $3 109211271
            3: branch $4 -> 4, 7 # switch (role)
            4: $5 = call role.equals{java.lang.String|(Ljava/lang/Object;)Z}("saver")
            5: branch $5 -> 6, 12 # switch (role)
            6: $2 = 0 -> 12
            7: $6 = eq.int $3 -1097337470
            8: branch $6 -> 9, 12 # switch (role)
            9: $7 = call role.equals{java.lang.String|(Ljava/lang/Object;)Z}("logger")
            10: branch $7 -> 11, 12 # switch (role)
            11: $2 = 1
            12: $8 = set(0, 1)
            13: $9 = in $2 $8
            14: branch $9 -> 15, 16 # switch (role)
            15@4: call world.barrier{demo.Comm|()V}() -> 17
            16@5: call @demo.Work.work{()V}()
            17@7: return
            """;

    /**
     * The {@code finally} stands on each way out.
     *
     * <pre>{@code
     * try {
     *     read();
     * } catch (IOException e) {
     *     log(e);
     *     return;
     * } finally {
     *     world.barrier();
     * }
     * }</pre>
     */
    private static final String TRY_CATCH_FINALLY = """
            function <test||f|> function
            parameter world: demo.Comm
            0@2: call @demo.Data.read{()V}() !3
            1@7: call world.barrier{demo.Comm|()V}()
            2@9: return
            3@3: e = catch @java.io.IOException -> 4, 7
            4@4: call @demo.Log.log{(Ljava/io/IOException;)V}(e) !7
            5@7: call world.barrier{demo.Comm|()V}()
            6@5: return
            7@7: $2 = catch
            8: call world.barrier{demo.Comm|()V}()
            9: throw $2
            """;

    /**
     * The front end does not know what the decorator and the manager do; it resolves their names.
     *
     * <pre>{@code
     * @rank_zero_only
     * def save(self, path, *, keep=3):
     *     with self.accelerator.main_process_first(), open(path) as f:
     *         if f.closed:
     *             return
     *         f.write("x")
     * }</pre>
     */
    private static final String WITH_AND_DECORATOR = """
            function <train.py|train.py:Trainer|save|> method 2..6
            parameter self: train.py:Trainer
            parameter path
            parameter keyword keep = 3
            decorator @lightning.pytorch.utilities.rank_zero_only 1
            0@3: $3 = self.accelerator
            1: $4 = call $3.main_process_first()
            2: enter $4
            3: $5 = call @open(path) !14
            4: f = enter $5 !14
            5@4: $7 = f.closed !11
            6: branch $7 -> 7, 10 # f.closed
            7@3: leave $5 !14
            8: leave $4
            9@5: return null
            10@6: $8 = call f.write("x") -> 16 !11
            11@3: $9 = catch
            12: leave $5 !14
            13: throw $9 !14
            14: $10 = catch
            15: leave $4 -> 19
            16: leave $5 !14
            17: leave $4
            18@6: return null
            19@3: throw $10
            """;

    /**
     * <pre>{@code
     * xs = [f(x) for x in ys if x % 2]
     * }</pre>
     */
    private static final String COMPREHENSION = """
            function <test||f|> function
            parameter ys
            0@1: $1 = list()
            1: x = advance ys -> 2, 6 # x in ys
            2: $3 = mod x 2
            3: branch $3 -> 4, 1 # x % 2
            4: $4 = call <test||f|>(x)
            5: call $1.append($4) -> 1
            6: xs = $1
            7: return null
            """;

    @ParameterizedTest
    @ValueSource(strings = {WRAPPER_AND_LAMBDA, STRING_SWITCH, TRY_CATCH_FINALLY, WITH_AND_DECORATOR, COMPREHENSION})
    void anExampleIsPrintedAsItIsWritten(String text) {
        if (text.startsWith("unit")) {
            assertEquals(text, FormText.print(FormText.parse(text).get(0)));
        } else {
            assertEquals(text, FormText.print(FormText.function(text)));
        }
    }
}
