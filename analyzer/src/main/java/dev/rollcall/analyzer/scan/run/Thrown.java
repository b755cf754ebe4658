package dev.rollcall.analyzer.scan.run;

/** An exception of the program that is run. */
final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    final transient Value exception;
    final transient Open open;

    Thrown(Value exception, Open open) {
        super(null, null, false, false);
        this.exception = exception;
        this.open = open;
    }
}
