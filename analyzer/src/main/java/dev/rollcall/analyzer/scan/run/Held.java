package dev.rollcall.analyzer.scan.run;

/** A real object of the JDK's collections, streams and texts, which the program's run uses in earnest. */
final class Held extends Value {
    final Object object;
    private final String key;

    Held(Object object, String key, boolean ranked, Open origin) {
        super(ranked, origin);
        this.object = object;
        this.key = key;
    }

    @Override
    public String key() {
        return key;
    }
}
