package dev.rollcall.agent;

/** Asks objects of the application for their text, which runs its code: what it throws must not reach its own call. */
final class SafeText {
    private SafeText() {}

    /** Returns an exception's message, empty where it has none to give. */
    static String message(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null ? "" : message;
        } catch (Throwable e) {
            return "";
        }
    }
}
