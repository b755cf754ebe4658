package dev.rollcall.gpu;

/**
 * What came of preparing a copy's verification.
 *
 * @param verification what to give to {@link CopyVerifier#before}; null where the copy is not verified
 * @param reason why it is not, or what would be the reason if it turns out so; empty for nothing
 */
public record VerificationPlan(CopyVerification verification, String reason) {

    /** Returns that a copy is not verified. */
    public static VerificationPlan unverified(UnverifiedReason reason) {
        return new VerificationPlan(null, reason.words());
    }
}
