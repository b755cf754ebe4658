package dev.rollcall.trace;

/** The type of the elements of a buffer. Immutable and thread-safe. */
public enum ElementType implements TraceCode {
    /** Not recorded, or a type that this version does not know. */
    UNKNOWN("?", 0),
    I8("i8", 1),
    U8("u8", 1),
    I16("i16", 2),
    U16("u16", 2),
    I32("i32", 4),
    U32("u32", 4),
    I64("i64", 8),
    U64("u64", 8),
    F16("f16", 2),
    BF16("bf16", 2),
    F32("f32", 4),
    F64("f64", 8),
    F8_E4M3("f8e4m3", 1),
    F8_E5M2("f8e5m2", 1),
    BOOL("bool", 1),
    COMPLEX64("c64", 8),
    COMPLEX128("c128", 16),
    /** Untyped bytes. */
    BYTE("byte", 1);

    private static final ElementType[] VALUES = values();

    private final String label;
    private final int bytes;

    ElementType(String label, int bytes) {
        this.label = label;
        this.bytes = bytes;
    }

    /** Returns the short name that reports print, such as {@code f32}. */
    @Override
    public String label() {
        return label;
    }

    /** Returns the size of one element in bytes; 0 where it is unknown. */
    public int bytes() {
        return bytes;
    }

    /** Returns the constant with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static ElementType ofCode(int code) {
        return TraceCode.of(VALUES, code);
    }

    /** Returns the constant with this label, or {@link #UNKNOWN} for any other text. */
    public static ElementType ofLabel(String label) {
        return TraceCode.ofLabel(VALUES, label);
    }
}
