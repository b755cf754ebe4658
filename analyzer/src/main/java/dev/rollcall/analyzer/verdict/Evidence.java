package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.Call;

/**
 * One call or copy of one rank that supports a finding. Immutable.
 *
 * @param rank the global rank
 * @param call the call; null for a copy, and where the evidence is that the rank made no call
 * @param copy the copy; null for a call
 * @param note what it shows, in a few words
 */
public record Evidence(int rank, Call call, BadCopy copy, String note) {

    /** Makes evidence of a call. */
    public Evidence(int rank, Call call, String note) {
        this(rank, call, null, note);
    }
}
