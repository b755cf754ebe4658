package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.DeviceOperation;

/**
 * One call, copy or operation of one rank that supports a finding. Immutable.
 *
 * @param rank the global rank
 * @param call the call; null for a copy or operation, and where the evidence is that the rank made no call
 * @param copy the copy; null for a call or operation
 * @param operation the operation of a device; null for a call or copy
 * @param note what it shows, in a few words
 */
public record Evidence(int rank, Call call, BadCopy copy, DeviceOperation operation, String note) {

    /** Makes evidence of a call. */
    public Evidence(int rank, Call call, String note) {
        this(rank, call, null, null, note);
    }

    /** Makes evidence of a call or a copy. */
    public Evidence(int rank, Call call, BadCopy copy, String note) {
        this(rank, call, copy, null, note);
    }

    /** Returns evidence of an operation of a device. */
    public static Evidence of(int rank, DeviceOperation operation, String note) {
        return new Evidence(rank, null, null, operation, note);
    }
}
