package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Value;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The calls of functions within which all ranks of a job take the same ways. Such a call stays closed: it is compared as one item, so that
 * a word that is too large to be written out can be compared all the same. Where one rank makes a closed call and another does something
 * else, the call is opened, and they are compared again (Clarke et al., <i>Counterexample-Guided Abstraction Refinement</i>, 2000). Not
 * thread-safe.
 */
final class AlikeCalls {
    private static final Set<PathEnd> GOES_ON = Set.of(PathEnd.FALL, PathEnd.RETURN);

    private final MatchContext context;
    private final List<RankAnswers> ranks;
    private final Map<Word, Boolean> alike = new IdentityHashMap<>();
    private final Set<Closed> opened = new HashSet<>();

    /**
     * A closed call.
     *
     * @param shape that of the function's word
     */
    record Closed(int shape) {}

    /**
     * A closed call on a rank.
     *
     * @param passes those of the loops around it that are written out; null outside of such
     */
    record Made(Closed call, RankAnswers.Passes passes) {}

    /** @param ranks the answers of all ranks of the job */
    AlikeCalls(MatchContext context, List<RankAnswers> ranks) {
        this.context = context;
        this.ranks = List.copyOf(ranks);
    }

    /** Returns what stands for a call; empty if it is to be written out. */
    Optional<Closed> closed(Word.Call call) {
        boolean goesOn = context.failures().ends(call.word()).stream().allMatch(GOES_ON::contains);
        if (!goesOn || !context.words().mayCall(call.word()) || !isAlike(call.word())) {
            return Optional.empty();
        }
        return Optional.of(new Closed(context.words().shape(call.word()))).filter(each -> !opened.contains(each));
    }

    /** Opens calls. */
    void open(Set<Closed> calls) {
        opened.addAll(calls);
    }

    private boolean isAlike(Word word) {
        Boolean known = alike.get(word);
        if (known == null) {
            known = asksAlike(word) && WordPool.parts(word).stream().allMatch(this::isAlike);
            alike.put(word, known);
        }
        return known;
    }

    private boolean asksAlike(Word word) {
        if (word instanceof Word.Split split) {
            return isSame(RankAnswers.Kind.WAY, split.guard());
        }
        if (word instanceof Word.Repeat loop) {
            return isSame(RankAnswers.Kind.PASSES, loop);
        }
        if (word instanceof Word.Act act) {
            CollectiveCall call = act.call();
            return isSame(RankAnswers.Kind.GROUP, call.communicator())
                    && call.fields().values().stream().allMatch((Value each) -> isSame(RankAnswers.Kind.FIELD, each));
        }
        return true;
    }

    private boolean isSame(RankAnswers.Kind kind, Object of) {
        RankAnswers.Question question = new RankAnswers.Question(kind, of, null);
        return ranks.stream().map(each -> each.to(question)).distinct().count() <= 1;
    }
}
