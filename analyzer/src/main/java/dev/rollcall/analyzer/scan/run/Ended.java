package dev.rollcall.analyzer.scan.run;

/** Ends the run of a rank before its last instruction. */
public final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why a run ends. */
    public enum Why {
        /** The program said so. */
        EXIT("it exits"),
        /** It was found to call what takes too long; it is run again without that. */
        AGAIN("it calls code that takes too long"),
        /** It runs for longer than anybody wants to wait. */
        TOO_LONG("it runs for too long"),
        /** It calls itself too deep. */
        TOO_DEEP("its recursion is too deep"),
        /** It does what is not understood. */
        NOT_UNDERSTOOD("it contains code that the scan does not understand");

        final String text;

        Why(String text) {
            this.text = text;
        }
    }

    public final Why why;

    public Ended(Why why) {
        super(null, null, false, false);
        this.why = why;
    }
}
