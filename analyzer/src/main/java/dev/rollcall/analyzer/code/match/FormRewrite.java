package dev.rollcall.analyzer.code.match;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Makes a form again with other ends, with fewer calls, or inside of more loops. Parts that are shared stay so. Not thread-safe. */
final class FormRewrite {
    private final NormalForms forms;
    private final Function<NormalForm.End, NormalForm> ends;
    private final Predicate<NormalForm.Step> kept;
    private final int depth;
    private final Map<NormalForm, NormalForm> done = new IdentityHashMap<>(4);

    /**
     * Makes a rewrite.
     *
     * @param ends what stands in place of an end
     * @param kept the calls that are left
     * @param depth the number of loops around the new form
     */
    FormRewrite(
            NormalForms forms, Function<NormalForm.End, NormalForm> ends, Predicate<NormalForm.Step> kept, int depth) {
        this.forms = forms;
        this.ends = ends;
        this.kept = kept;
        this.depth = depth;
    }

    NormalForm of(NormalForm form) {
        if (form instanceof NormalForm.End end) {
            return ends.apply(end);
        }
        if (form instanceof NormalForm.Passed passed) {
            return forms.passed(passed.guard(), passed.way(), passed.closed(), of(passed.next()));
        }
        NormalForm found = done.get(form);
        if (found == null) {
            found = make(form);
            done.put(form, found);
        }
        return found;
    }

    private NormalForm make(NormalForm form) {
        if (form instanceof NormalForm.Again again) {
            return forms.again(again.depth() + depth);
        }
        if (form instanceof NormalForm.EitherEnd either) {
            return forms.either(either.condition(), of(either.yes()), of(either.no()));
        }
        if (form instanceof NormalForm.Item item) {
            NormalForm next = of(item.next());
            return kept.test(item.step()) ? forms.item(item.step(), next) : next;
        }
        if (form instanceof NormalForm.Choice choice) {
            NormalForm yes = of(choice.yes());
            return forms.choice(choice.guard(), choice.condition(), choice.ofRank(), yes, of(choice.no()));
        }
        if (form instanceof NormalForm.Gap gap) {
            return forms.gap(gap.function(), of(gap.next()));
        }
        NormalForm.Loop loop = (NormalForm.Loop) form;
        NormalForm body = of(loop.body());
        Optional<NormalForm> after = loop.after().map(this::of);
        return forms.loop(loop.guard(), loop.depth() + depth, loop.passes(), body, after, loop.once());
    }
}
