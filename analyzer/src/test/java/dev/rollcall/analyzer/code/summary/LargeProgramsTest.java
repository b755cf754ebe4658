package dev.rollcall.analyzer.code.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.form.FunctionId;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The analysis takes steps in proportion to the program, and names what it leaves out. */
class LargeProgramsTest {

    private static SummarizedProgram analysed(String text) {
        return LargeStack.call("analysis", () -> {
            SummarizedProgram program = new SummarizedProgram(text);
            program.summaries.root(program.function("f"), "");
            return program;
        });
    }

    private static void assertLinear(IntFunction<String> text, int size) {
        SummarizedProgram half = analysed(text.apply(size / 2));
        SummarizedProgram whole = analysed(text.apply(size));
        long one = half.summaries.visited();
        long two = whole.summaries.visited();
        assertTrue(two <= 2.5 * one, one + " steps for " + size / 2 + ", " + two + " for " + size);
        assertEquals("{}", whole.summaries.gaps().toString());
    }

    private static String chain(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("function <t.py||g").append(i).append("|> function\nparameter n\n");
            text.append(i == 0 ? "call @dist.barrier()\n" : "x = call <t.py||g" + (i - 1) + "|>(n)\n");
            text.append("return n\n");
        }
        return text + "function <t.py||f|> function\nparameter n\ncall <t.py||g" + (length - 1) + "|>(n)\nreturn\n";
    }

    @Test
    void callsMayNestDeeply() {
        assertLinear(LargeProgramsTest::chain, 5000);
    }

    /** Returns methods each of which calls the next one on its own object, so that they are analysed inside each other. */
    private static String methods(int count) {
        StringBuilder text = new StringBuilder("unit t.py python t.py\ntype t.py:A\n");
        for (int i = 0; i < count; i++) {
            text.append("method <t.py|t.py:A|m").append(i).append("|>\n");
        }
        for (int i = 0; i < count; i++) {
            text.append("function <t.py|t.py:A|m").append(i).append("|> method\nparameter self\n");
            text.append("call @dist.barrier()\n");
            text.append(i == count - 1 ? "return\n" : "call self.m" + (i + 1) + "()\nreturn\n");
        }
        return text.toString();
    }

    @Test
    void whatASmallStackCannotHoldIsAnalysedWhenThereIsALargeOne() throws InterruptedException {
        int count = 60;
        String first = "m0";
        String whole = LargeStack.call("analysis", () -> new SummarizedProgram(methods(count)).word(first));
        for (int kilobytes = 140; kilobytes <= 400; kilobytes += 10) {
            SummarizedProgram program = new SummarizedProgram(methods(count));
            FunctionId begin = program.function(first);
            Runnable analysis = () -> {
                try {
                    program.summaries.of(begin);
                } catch (StackOverflowError expected) {
                    // Also where the overflow itself is handled.
                }
            };
            Thread small = new Thread(null, analysis, "small stack", kilobytes << 10);
            small.start();
            small.join();
            String again = LargeStack.call("analysis", () -> {
                for (int i = 0; i < count; i++) {
                    program.word("m" + i);
                }
                return program.word(first);
            });
            boolean named = !program.summaries.gaps().isEmpty();
            assertTrue(named || again.equals(whole), kilobytes + " KB: " + again);
        }
    }

    private static String wide(int functions) {
        StringBuilder text = new StringBuilder();
        StringBuilder body = new StringBuilder("function <t.py||f|> function\nparameter n\n");
        for (int i = 0; i < functions; i++) {
            text.append("function <t.py||g").append(i).append("|> function\nparameter n\n");
            text.append("branch n -> yes, no\nyes:\ncall @dist.barrier()\nno:\nreturn n\n");
            body.append("call <t.py||g").append(i).append(i % 2 == 0 ? "|>(n)\n" : "|>(0)\n");
        }
        return text.append(body).append("return\n").toString();
    }

    @Test
    void aProgramMayHaveManyFunctions() {
        assertLinear(functions -> wide(functions / 4), 10_000);
    }

    private static String guards(int count) {
        StringBuilder text = new StringBuilder("r = call @dist.get_rank()\nx = 0\n");
        for (int i = 0; i < count; i++) {
            text.append("$" + (9 + i) + " = eq r " + i + "\nbranch $" + (9 + i) + " -> y" + i + ", n" + i + "\n");
            text.append("y" + i + ":\ncall @dist.barrier()\nx = " + i + "\nn" + i + ":\n");
        }
        return text + "return x\n";
    }

    @Test
    void guardsMayFollowEachOther() {
        assertLinear(LargeProgramsTest::guards, 2000);
    }

    private static String returns(int count) {
        return guards(count).replaceAll("x = (\\d+)\n", "return $1\n");
    }

    @Test
    void earlyReturnsMayFollowEachOther() {
        assertLinear(LargeProgramsTest::returns, 2000);
    }

    private static String nested(int depth) {
        StringBuilder text = new StringBuilder("x = 0\ny = 0\n");
        StringBuilder end = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            text.append("$" + (9 + i) + " = call @range(x)\nh" + i + ":\nz = advance $" + (9 + i) + " -> b" + i + ", e"
                    + i + "\nb" + i + ":\nx = add y 1\ny = add x z\n");
            end.insert(0, "jump h" + i + "\ne" + i + ":\nnothing\n");
        }
        return text + "call @dist.barrier()\n" + end + "return x\n";
    }

    @Test
    void loopsMayNestDeeply() {
        assertLinear(LargeProgramsTest::nested, 60);
    }

    @Test
    void anExplosionOfCallsIsNamed() {
        StringBuilder text = new StringBuilder();
        text.append(
                "function <t.py||g0|> function\nparameter n\nbranch n -> y, e\ny:\ncall @dist.barrier()\ne:\nreturn\n");
        for (int i = 1; i < 40; i++) {
            text.append(
                    "function <t.py||g" + i + "|> function\nparameter n\na = add n " + i + "\nb = mul n " + i + "\n");
            text.append("call <t.py||g" + (i - 1) + "|>(a)\ncall <t.py||g" + (i - 1) + "|>(b)\nreturn\n");
        }
        text.append("function <t.py||f|> function\nparameter n\ncall <t.py||g39|>(n)\nreturn\n");
        SummarizedProgram program = analysed(text.toString());
        assertTrue(
                program.summaries.gaps().containsValue("too many calls"),
                program.summaries.gaps().toString());
        assertTrue(program.summaries.visited() < 10_000);
    }

    /** Functions that call each other as arguments are followed until there is too much of them, and named. */
    @Test
    @Timeout(60)
    void functionsThatAreHandedRoundEndTheAnalysisOfTheirCaller() {
        SummarizedProgram program = analysed("""
                function <t.py||g|> function
                parameter again
                parameter n
                branch n -> yes, no
                yes:
                call @dist.barrier()
                no:
                two = mul n 2
                call again(again, two)
                three = mul n 3
                call again(again, three)
                five = mul n 5
                call again(again, five)
                return
                function <t.py||f|> function
                parameter n
                g = closure <t.py||g|>()
                call <t.py||g|>(g, n)
                return
                """);

        assertEquals("{t.py.f=too many calls}", program.summaries.gaps().toString());
    }
}
