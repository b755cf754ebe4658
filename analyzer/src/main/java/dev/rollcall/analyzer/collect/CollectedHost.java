package dev.rollcall.analyzer.collect;

import java.util.List;

/**
 * What came from a host.
 *
 * @param host its name
 * @param reached whether its shell answered
 * @param files the files that came
 * @param bytes their size together
 * @param missing what did not come, with the reason, one line each
 */
public record CollectedHost(String host, boolean reached, int files, long bytes, List<String> missing) {
    public CollectedHost {
        missing = List.copyOf(missing);
    }

    /** Returns whether all that was asked for came. */
    public boolean isWhole() {
        return missing.isEmpty();
    }
}
