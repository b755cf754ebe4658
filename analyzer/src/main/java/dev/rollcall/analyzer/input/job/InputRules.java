package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.InputLimits;

/**
 * What of the given paths is read.
 *
 * @param limits how much
 * @param followLinks whether symbolic links out of a folder are followed
 */
public record InputRules(InputLimits limits, boolean followLinks) {
    /** The rules without any option. */
    public static final InputRules DEFAULT = new InputRules(InputLimits.DEFAULT, false);
}
