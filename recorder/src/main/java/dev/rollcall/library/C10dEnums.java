package dev.rollcall.library;

import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Reduction;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Map;

/** Translates c10d's element types and reductions, which are JavaCPP enums with a byte value, into the trace's. Thread-safe. */
final class C10dEnums {
    private static final Map<String, ElementType> ELEMENT_TYPES = Map.ofEntries(
            Map.entry("Byte", ElementType.U8),
            Map.entry("Char", ElementType.I8),
            Map.entry("Short", ElementType.I16),
            Map.entry("UInt16", ElementType.U16),
            Map.entry("Int", ElementType.I32),
            Map.entry("UInt32", ElementType.U32),
            Map.entry("Long", ElementType.I64),
            Map.entry("UInt64", ElementType.U64),
            Map.entry("Half", ElementType.F16),
            Map.entry("BFloat16", ElementType.BF16),
            Map.entry("Float", ElementType.F32),
            Map.entry("Double", ElementType.F64),
            Map.entry("Float8_e4m3fn", ElementType.F8_E4M3),
            Map.entry("Float8_e5m2", ElementType.F8_E5M2),
            Map.entry("Bool", ElementType.BOOL),
            Map.entry("ComplexFloat", ElementType.COMPLEX64),
            Map.entry("ComplexDouble", ElementType.COMPLEX128));

    private static final Map<String, Reduction> REDUCTIONS = Map.of(
            "SUM", Reduction.SUM,
            "AVG", Reduction.AVERAGE,
            "PRODUCT", Reduction.PRODUCT,
            "MIN", Reduction.MIN,
            "MAX", Reduction.MAX,
            "BAND", Reduction.BIT_AND,
            "BOR", Reduction.BIT_OR,
            "BXOR", Reduction.BIT_XOR,
            "PREMUL_SUM", Reduction.PRE_MULTIPLIED_SUM);

    private final MethodHandle elementValue;
    private final MethodHandle reductionValue;
    private final ElementType[] elementTypes = new ElementType[256];
    private final Reduction[] reductions = new Reduction[256];

    /** Binds the enums of this loader. */
    C10dEnums(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> scalar = Class.forName("org.bytedeco.pytorch.global.torch$ScalarType", false, loader);
        Class<?> reduction = Class.forName("org.bytedeco.pytorch.ReduceOp$RedOpType", false, loader);
        elementValue = PublicMethods.field(scalar, "value", byte.class);
        reductionValue = PublicMethods.field(reduction, "value", byte.class);
        Arrays.fill(elementTypes, ElementType.UNKNOWN);
        Arrays.fill(reductions, Reduction.NONE);
        for (Object constant : scalar.getEnumConstants()) {
            elementTypes[scalar.getField("value").getByte(constant) & 0xff] =
                    ELEMENT_TYPES.getOrDefault(((Enum<?>) constant).name(), ElementType.UNKNOWN);
        }
        for (Object constant : reduction.getEnumConstants()) {
            reductions[reduction.getField("value").getByte(constant) & 0xff] =
                    REDUCTIONS.getOrDefault(((Enum<?>) constant).name(), Reduction.NONE);
        }
    }

    ElementType elementType(Object scalarType) throws Throwable {
        return elementTypes[(byte) elementValue.invokeExact(scalarType) & 0xff];
    }

    Reduction reduction(Object reductionType) throws Throwable {
        return reductions[(byte) reductionValue.invokeExact(reductionType) & 0xff];
    }
}
