package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the analysis of a function asks of those that it calls. */
interface CalledSummaries {
    /** What a function value binds that stands for the function without its decorators. */
    String PLAIN = "@";

    /**
     * Returns the summary of a called function; null if it is not there, or not yet: then the caller is analysed again.
     *
     * @param self the class of its object; empty for the class that declares it
     */
    Summary request(FunctionId function, String self);

    /** Notes the summary of a function without its decorators. */
    void plain(FunctionId function, Summary summary);

    /** Returns the summary that {@link #plain(FunctionId, Summary)} noted. */
    Summary plain(FunctionId function);

    /** Returns the word of a call of a function whose summary is not there yet: a recursion, if it calls anything at all. */
    Word again(FunctionId function, String self, List<Value> arguments, SourcePlace place);

    /** Returns what a recursive call returns, as far as it is known. */
    Value assumed(FunctionId function, String self, List<Value> arguments, SourcePlace place);

    /** Returns whether a function may throw what the program does not show. */
    boolean fails(FunctionId function, String self);

    /** Returns the word of a summary with a call's values. Words that mention equal values are shared. */
    Word applied(Summary summary, Substitution substitution, Function<Word.Ask, Optional<Word>> answers);

    /** Begins a call inside of an application; false if there are too many inside each other. */
    boolean enter();

    /** Ends what {@link #enter} began. */
    void exit();
}
