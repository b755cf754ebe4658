package dev.rollcall.analyzer.code.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.value.Value;
import org.junit.jupiter.api.Test;

final class NormalFormsTest {
    private final NormalForms forms = new NormalForms(condition -> false);
    private final Value condition = Value.Constant.of(1);
    private final Guard guard =
            new Guard(condition, "x", new SourcePlace(WordText.FUNCTION, "a.py", 1), Guard.Kind.BRANCH);
    private final NormalForm end = forms.end(PathEnd.FALL);
    private final NormalForm failure = forms.end(new PathEnd.Throw("ValueError"));
    private final NormalForm call = forms.item(new NormalForm.Step("barrier"), end);

    @Test
    void whoMayEndWithoutAFailureIsNotSaidToFail() {
        NormalForm passed = forms.passed(guard, true, false, failure);
        assertSame(end, endFacing(call, choice(failure, end)));
        assertSame(end, endFacing(call, choice(end, failure)));
        assertSame(end, endFacing(call, choice(end, passed)));
        assertSame(end, endFacing(call, choice(choice(failure, end), failure)));
        assertSame(failure, endFacing(call, choice(failure, passed)));
    }

    @Test
    void aConditionThatTheOtherRankAsksTellsWhoFails() {
        assertSame(failure, endFacing(choice(call, end), choice(failure, end)));
        assertSame(end, endFacing(choice(end, call), choice(failure, end)));
    }

    @Test
    void howARankEndsIsNoDifference() {
        assertEquals(end.shape(), choice(failure, end).shape());
        assertEquals(end.shape(), choice(choice(failure, end), end).shape());
    }

    @Test
    void ofTwoEqualFormsTheOneIsKeptThatSaysWhichGuardsArePassed() {
        NormalForm passed = forms.passed(guard, true, false, end);
        assertSame(passed, choice(end, passed));
        assertSame(passed, choice(passed, end));
    }

    private NormalForm choice(NormalForm yes, NormalForm no) {
        return forms.choice(guard, condition, false, yes, no);
    }

    /** Returns how the second rank ends where the first one makes a call. */
    private static NormalForm endFacing(NormalForm one, NormalForm other) {
        return WordComparison.of(one, other).orElseThrow().other();
    }
}
