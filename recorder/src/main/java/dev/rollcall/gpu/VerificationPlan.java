package dev.rollcall.gpu;

/**
 * How a copy will be verified, or why it will not.
 *
 * @param verification the verification; null where the copy is not verified
 * @param reason why the copy is not verified, or what the reason will be if the verification cannot come to a verdict; else empty
 */
public record VerificationPlan(CopyVerification verification, String reason) {

    /** Returns the plan of a copy that is not verified. */
    public static VerificationPlan unverified(UnverifiedReason reason) {
        return new VerificationPlan(null, reason.words());
    }
}
