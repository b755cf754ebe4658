package dev.rollcall.trace;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The type of one element of a buffer, as a trace stores it.
 *
 * <p>Codes are part of the trace format (docs/trace-format.md, "Element types") and never change meaning. Immutable and
 * thread-safe.
 */
public enum ElementType {
    /** Not recorded, or a type this version has no code for. */
    UNKNOWN(0, "?", 0),
    I8(1, "i8", 1),
    U8(2, "u8", 1),
    I16(3, "i16", 2),
    U16(4, "u16", 2),
    I32(5, "i32", 4),
    U32(6, "u32", 4),
    I64(7, "i64", 8),
    U64(8, "u64", 8),
    F16(9, "f16", 2),
    BF16(10, "bf16", 2),
    F32(11, "f32", 4),
    F64(12, "f64", 8),
    F8_E4M3(13, "f8e4m3", 1),
    F8_E5M2(14, "f8e5m2", 1),
    BOOL(15, "bool", 1),
    COMPLEX64(16, "c64", 8),
    COMPLEX128(17, "c128", 16),
    /** Untyped bytes. */
    BYTE(18, "byte", 1);

    private static final Map<Integer, ElementType> BY_CODE =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(ElementType::code, Function.identity()));

    private final int code;
    private final String label;
    private final int bytes;

    ElementType(int code, String label, int bytes) {
        this.code = code;
        this.label = label;
        this.bytes = bytes;
    }

    /** Returns the code in the file, 0 to 255. */
    public int code() {
        return code;
    }

    /** Returns the short name that reports print, such as {@code f32}. */
    public String label() {
        return label;
    }

    /** Returns the size of one element in bytes, 0 where it is unknown. */
    public int bytes() {
        return bytes;
    }

    /** Returns the type with this code, or {@link #UNKNOWN} for a code of a later version. */
    public static ElementType ofCode(int code) {
        return BY_CODE.getOrDefault(code, UNKNOWN);
    }
}
