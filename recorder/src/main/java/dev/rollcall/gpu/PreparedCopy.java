package dev.rollcall.gpu;

/**
 * What came of preparing a copy's verification.
 *
 * @param verification what to give to {@link CopyVerifier#before}; null where the copy is not verified
 * @param why why it is not, or what would be the reason if it turns out so; empty for nothing
 */
public record PreparedCopy(CopyVerification verification, String why) {

    /** Returns that a copy is not verified. */
    public static PreparedCopy not(UnverifiedReason why) {
        return new PreparedCopy(null, why.words());
    }
}
