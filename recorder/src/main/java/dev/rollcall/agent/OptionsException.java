package dev.rollcall.agent;

/** An invalid option. The message is one line that says what is allowed. */
final class OptionsException extends Exception {
    private static final long serialVersionUID = 1L;

    OptionsException(String message) {
        super(message);
    }
}
