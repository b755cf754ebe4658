package dev.rollcall.analyzer.input.pytorch;

import java.util.Locale;
import java.util.Map;

/** The short names of c10's scalar types. */
public final class ElementTypes {
    private static final Map<String, String> SHORT_NAMES = Map.ofEntries(
            Map.entry("Byte", "u8"),
            Map.entry("Char", "i8"),
            Map.entry("Short", "i16"),
            Map.entry("Int", "i32"),
            Map.entry("Long", "i64"),
            Map.entry("UInt16", "u16"),
            Map.entry("UInt32", "u32"),
            Map.entry("UInt64", "u64"),
            Map.entry("Half", "f16"),
            Map.entry("BFloat16", "bf16"),
            Map.entry("Float", "f32"),
            Map.entry("Double", "f64"),
            Map.entry("Bool", "bool"),
            Map.entry("ComplexFloat", "c64"),
            Map.entry("ComplexDouble", "c128"),
            Map.entry("Float8_e4m3fn", "f8e4m3"),
            Map.entry("Float8_e5m2", "f8e5m2"));

    /** A joined name that is longer takes no further types: a damaged dump can have very many. */
    private static final int LONGEST = 80;

    private ElementTypes() {}

    /** Returns the short names of a list of types joined by {@code +}, equal neighbours once; null for an empty list. */
    static String of(DumpList types) {
        String joined = null;
        for (int i = 0; i < types.size(); i++) {
            String type = types.text(i);
            if (i > 0 && type.equals(types.text(i - 1))) {
                continue;
            }
            String name = of(type);
            if (joined == null) {
                joined = name;
            } else if (joined.length() <= LONGEST) {
                joined += "+" + name;
            }
        }
        return joined;
    }

    /** Returns the short name of a type; null for an empty name. */
    public static String of(String type) {
        return type.isEmpty() ? null : SHORT_NAMES.getOrDefault(type, type.toLowerCase(Locale.ROOT));
    }
}
