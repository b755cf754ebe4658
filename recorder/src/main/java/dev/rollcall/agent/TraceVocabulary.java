package dev.rollcall.agent;

import dev.rollcall.library.Vocabulary;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;

/** The trace's enums by label, as catalogue and libraries speak of them, and by code. */
final class TraceVocabulary implements Vocabulary {
    private static final int CODES = 256;
    private static final ElementType[] TYPES = new ElementType[CODES];
    private static final Reduction[] REDUCTIONS = new Reduction[CODES];

    static {
        for (int code = 0; code < CODES; code++) {
            TYPES[code] = ElementType.ofCode(code);
            REDUCTIONS[code] = Reduction.ofCode(code);
        }
    }

    @Override
    public int elementType(String label) {
        for (ElementType type : ElementType.values()) {
            if (type.label().equals(label)) {
                return type.code();
            }
        }
        return ElementType.UNKNOWN.code();
    }

    @Override
    public int reduction(String label) {
        for (Reduction reduction : Reduction.values()) {
            if (reduction.label().equals(label)) {
                return reduction.code();
            }
        }
        return Reduction.NONE.code();
    }

    static ElementType elementType(int code) {
        return TYPES[code];
    }

    static Reduction reduction(int code) {
        return REDUCTIONS[code];
    }

    /** Returns the kind of copy with a label of the catalogue; {@link CopyKind#UNKNOWN} for another one. */
    static CopyKind copyKind(String label) {
        for (CopyKind kind : CopyKind.values()) {
            if (kind.label().equals(label)) {
                return kind;
            }
        }
        return CopyKind.UNKNOWN;
    }

    /** Returns the operation with a label of the catalogue; {@link Operation#UNKNOWN} for another one. */
    static Operation operation(String label) {
        for (Operation operation : Operation.values()) {
            if (operation.label().equals(label)) {
                return operation;
            }
        }
        return Operation.UNKNOWN;
    }
}
