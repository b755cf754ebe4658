package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.Call;

/**
 * One call, or one copy, of one rank that shows what a finding says.
 *
 * @param rank the global rank
 * @param call the call; null where the evidence is a copy, or that the rank made none
 * @param copy the copy; null where the evidence is a call
 * @param note what it shows, in a few words
 */
public record Evidence(int rank, Call call, BadCopy copy, String note) {

    /** Makes evidence of a call. */
    public Evidence(int rank, Call call, String note) {
        this(rank, call, null, note);
    }
}
