package dev.rollcall.analyzer.scan.run;

/** The value that the JVM gives to what was not set yet. */
final class Zero {
    private Zero() {}

    /** Returns it for a field's or an element's descriptor. */
    static Value of(String descriptor) {
        return switch (descriptor.charAt(0)) {
            case 'L', '[' -> Const.NULL;
            case 'J' -> Const.of(0L);
            case 'F' -> Const.of(0f);
            case 'D' -> Const.of(0d);
            default -> Const.of(0);
        };
    }
}
