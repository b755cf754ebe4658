package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.util.Map;

/** Translates c10d's element types and reductions, JavaCPP enums with a byte value, into the trace's codes. */
final class C10dEnums {
    private static final Map<String, String> ELEMENT_LABELS = Map.ofEntries(
            Map.entry("Byte", "u8"),
            Map.entry("Char", "i8"),
            Map.entry("Short", "i16"),
            Map.entry("UInt16", "u16"),
            Map.entry("Int", "i32"),
            Map.entry("UInt32", "u32"),
            Map.entry("Long", "i64"),
            Map.entry("UInt64", "u64"),
            Map.entry("Half", "f16"),
            Map.entry("BFloat16", "bf16"),
            Map.entry("Float", "f32"),
            Map.entry("Double", "f64"),
            Map.entry("Float8_e4m3fn", "f8e4m3"),
            Map.entry("Float8_e5m2", "f8e5m2"),
            Map.entry("Bool", "bool"),
            Map.entry("ComplexFloat", "c64"),
            Map.entry("ComplexDouble", "c128"));

    private static final Map<String, String> REDUCTION_LABELS = Map.of(
            "SUM", "sum",
            "AVG", "avg",
            "PRODUCT", "product",
            "MIN", "min",
            "MAX", "max",
            "BAND", "band",
            "BOR", "bor",
            "BXOR", "bxor",
            "PREMUL_SUM", "premulsum");

    private final MethodHandle elementValue;
    private final MethodHandle reductionValue;
    private final byte[] elementCodes = new byte[256];
    private final byte[] reductionCodes = new byte[256];

    /** Binds the enums of this loader. */
    C10dEnums(ClassLoader loader, Vocabulary vocabulary) throws ReflectiveOperationException {
        Class<?> scalar = Class.forName("org.bytedeco.pytorch.global.torch$ScalarType", false, loader);
        Class<?> reduction = Class.forName("org.bytedeco.pytorch.ReduceOp$RedOpType", false, loader);
        elementValue = PublicMethods.field(scalar, "value", byte.class);
        reductionValue = PublicMethods.field(reduction, "value", byte.class);
        for (Object constant : scalar.getEnumConstants()) {
            String label = ELEMENT_LABELS.get(((Enum<?>) constant).name());
            elementCodes[scalar.getField("value").getByte(constant) & 0xff] =
                    (byte) (label == null ? 0 : vocabulary.elementType(label));
        }
        for (Object constant : reduction.getEnumConstants()) {
            String label = REDUCTION_LABELS.get(((Enum<?>) constant).name());
            reductionCodes[reduction.getField("value").getByte(constant) & 0xff] =
                    (byte) (label == null ? 0 : vocabulary.reduction(label));
        }
    }

    int elementType(Object scalarType) throws Throwable {
        return elementCodes[(byte) elementValue.invokeExact(scalarType) & 0xff] & 0xff;
    }

    int reduction(Object reductionType) throws Throwable {
        return reductionCodes[(byte) reductionValue.invokeExact(reductionType) & 0xff] & 0xff;
    }
}
