package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.verdict.Evidence;
import java.util.List;

/** The words for one kind of incident. */
interface FindingTemplate {
    /** Returns the sentence, of {@value Sentence#MOST_WORDS} words at most. */
    String summary();

    /** Returns a second sentence: what the others do; empty for none. */
    default String detail() {
        return "";
    }

    /**
     * Returns who waits where and since when, as far as the incident alone shows it; empty where the sentence has no place for it.
     * The main finding of a job says it of the whole job, by {@link HeldUpText}.
     */
    default String waits() {
        return "";
    }

    /** Returns what would prove or clear suspects. */
    default String settles() {
        return "Take the stacks of these ranks (jstack, py-spy dump): the side whose code went another way than the program"
                + " intends is at fault. A dump or trace of every rank, with times, may decide it, too.";
    }

    /** Returns why the job hangs and what to do. */
    CauseAdvice advice();

    /** Returns the calls that show it, those of the named ranks first. */
    List<Evidence> evidence();
}
