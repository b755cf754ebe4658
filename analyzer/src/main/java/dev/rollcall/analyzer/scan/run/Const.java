package dev.rollcall.analyzer.scan.run;

/** A known number, string, class or null. Booleans, bytes, characters and shorts are {@link Integer}s unless boxed. Immutable. */
public final class Const extends Value {
    public static final Const NULL = new Const(null, false, null);

    private final Object content;

    public Const(Object content, boolean ranked, Open origin) {
        super(ranked, origin);
        this.content = content;
    }

    public static Const of(Object content) {
        return new Const(content, false, null);
    }

    /** Returns the number, string or class; null for null. */
    public Object content() {
        return content;
    }

    /** Returns the number as a long, a boolean as 0 or 1, a character as its code. */
    public long number() {
        if (content instanceof Number number) {
            return number.longValue();
        }
        if (content instanceof Character letter) {
            return letter;
        }
        return Boolean.TRUE.equals(content) ? 1 : 0;
    }

    /** Returns whether this is a number, a boolean or a character. */
    public boolean isNumber() {
        return content instanceof Number || content instanceof Character || content instanceof Boolean;
    }

    @Override
    public String key() {
        return content instanceof String ? "\"" + content + "\"" : String.valueOf(content);
    }

    @Override
    boolean wide() {
        return content instanceof Long || content instanceof Double;
    }
}
