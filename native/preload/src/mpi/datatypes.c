/*
 * MPI's datatypes as element types and counts of them.
 *
 * Ranks may describe the same data by different datatypes, as 3 × MPI_INT and 1 × a contiguous datatype of three. So a derived
 * datatype counts as the elements that it is made of, where they are all of one type; otherwise type and count are unknown, as for
 * MPI_PACKED, and not compared.
 */
#include <stdlib.h>

#include "record.h"

enum { MAX_DEPTH = 8, MAX_PARTS = 64 };

struct composition {
    enum element_type type;
    MPI_Datatype element;
    int64_t elements; /* in one of the datatype; -1 if unknown */
};

static const struct composition UNKNOWN_COMPOSITION = {TYPE_UNKNOWN, MPI_DATATYPE_NULL, -1};

static enum element_type integer(int size, bool is_signed) {
    switch (size) {
        case 1:
            return is_signed ? TYPE_I8 : TYPE_U8;
        case 2:
            return is_signed ? TYPE_I16 : TYPE_U16;
        case 4:
            return is_signed ? TYPE_I32 : TYPE_U32;
        default:
            return is_signed ? TYPE_I64 : TYPE_U64;
    }
}

/*
 * The element type of a named datatype, the common ones first; unknown for the others, such as those of Fortran and pairs. Not a
 * table: handles may be addresses in a library that is not loaded, so that it would have to be filled at each call.
 */
static enum element_type named_type(MPI_Datatype datatype) {
    if (datatype == MPI_DOUBLE) {
        return TYPE_F64;
    }
    if (datatype == MPI_INT) {
        return TYPE_I32;
    }
    if (datatype == MPI_FLOAT) {
        return TYPE_F32;
    }
    if (datatype == MPI_BYTE) {
        return TYPE_BYTE;
    }
    if (datatype == MPI_CHAR) {
        return TYPE_I8;
    }
    if (datatype == MPI_LONG) {
        return integer(sizeof(long), true);
    }
    if (datatype == MPI_UNSIGNED) {
        return TYPE_U32;
    }
    if (datatype == MPI_UNSIGNED_LONG) {
        return integer(sizeof(long), false);
    }
    if (datatype == MPI_LONG_LONG) {
        return TYPE_I64;
    }
    if (datatype == MPI_UNSIGNED_LONG_LONG) {
        return TYPE_U64;
    }
    if (datatype == MPI_INT64_T) {
        return TYPE_I64;
    }
    if (datatype == MPI_UINT64_T) {
        return TYPE_U64;
    }
    if (datatype == MPI_INT32_T) {
        return TYPE_I32;
    }
    if (datatype == MPI_UINT32_T) {
        return TYPE_U32;
    }
    if (datatype == MPI_UNSIGNED_CHAR) {
        return TYPE_U8;
    }
    if (datatype == MPI_SIGNED_CHAR) {
        return TYPE_I8;
    }
    if (datatype == MPI_INT8_T) {
        return TYPE_I8;
    }
    if (datatype == MPI_UINT8_T) {
        return TYPE_U8;
    }
    if (datatype == MPI_SHORT) {
        return TYPE_I16;
    }
    if (datatype == MPI_UNSIGNED_SHORT) {
        return TYPE_U16;
    }
    if (datatype == MPI_INT16_T) {
        return TYPE_I16;
    }
    if (datatype == MPI_UINT16_T) {
        return TYPE_U16;
    }
    if (datatype == MPI_C_BOOL) {
        return TYPE_BOOL;
    }
    if (datatype == MPI_C_FLOAT_COMPLEX) {
        return TYPE_C64;
    }
    if (datatype == MPI_C_DOUBLE_COMPLEX) {
        return TYPE_C128;
    }
    if (datatype == MPI_AINT) {
        return integer(sizeof(MPI_Aint), true);
    }
    if (datatype == MPI_OFFSET) {
        return integer(sizeof(MPI_Offset), true);
    }
    if (datatype == MPI_COUNT) {
        return integer(sizeof(MPI_Count), true);
    }
    return TYPE_UNKNOWN;
}

static struct composition composition(MPI_Datatype datatype, int depth);

/* The one element of all parts of a derived datatype. */
static struct composition common(const MPI_Datatype *parts, int count, int depth) {
    struct composition all = UNKNOWN_COMPOSITION;
    for (int i = 0; i < count; i++) {
        struct composition part = composition(parts[i], depth);
        if (part.elements < 0 || (i > 0 && part.element != all.element)) {
            return UNKNOWN_COMPOSITION;
        }
        all = part;
    }
    return all;
}

static struct composition derived(MPI_Datatype datatype, int integers, int addresses, int parts, int depth) {
    /* A struct of many parts has large lists; such datatypes are rare and need not be compared. */
    int integer_list[MAX_PARTS];
    MPI_Aint address_list[MAX_PARTS];
    MPI_Datatype part_list[MAX_PARTS];
    int size = 0;
    int element_size = 0;
    if (depth == 0 || parts == 0 || integers > MAX_PARTS || addresses > MAX_PARTS || parts > MAX_PARTS
            || PMPI_Type_get_contents(datatype, integers, addresses, parts, integer_list, address_list, part_list)
                    != MPI_SUCCESS) {
        return UNKNOWN_COMPOSITION;
    }
    struct composition result = common(part_list, parts, depth - 1);
    for (int i = 0; i < parts; i++) {
        int inner[3];
        int combiner = MPI_COMBINER_NAMED;
        PMPI_Type_get_envelope(part_list[i], &inner[0], &inner[1], &inner[2], &combiner);
        if (combiner != MPI_COMBINER_NAMED) {
            PMPI_Type_free(&part_list[i]);
        }
    }
    bool known = result.elements >= 0 && PMPI_Type_size(datatype, &size) == MPI_SUCCESS && size >= 0
            && PMPI_Type_size(result.element, &element_size) == MPI_SUCCESS && element_size > 0;
    result.elements = known ? size / element_size : -1;
    return known ? result : UNKNOWN_COMPOSITION;
}

static struct composition composition(MPI_Datatype datatype, int depth) {
    int integers = 0;
    int addresses = 0;
    int parts = 0;
    int combiner = 0;
    enum element_type type = named_type(datatype);
    if (type != TYPE_UNKNOWN) {
        return (struct composition){type, datatype, 1};
    }
    if (datatype == MPI_DATATYPE_NULL || datatype == MPI_PACKED
            || PMPI_Type_get_envelope(datatype, &integers, &addresses, &parts, &combiner) != MPI_SUCCESS) {
        return UNKNOWN_COMPOSITION;
    }
    if (combiner == MPI_COMBINER_NAMED) {
        return (struct composition){TYPE_UNKNOWN, datatype, 1};
    }
    return derived(datatype, integers, addresses, parts, depth);
}

int64_t elements(struct rollcall_call *call, MPI_Datatype datatype, int64_t count) {
    struct composition made = composition(datatype, MAX_DEPTH);
    call->type = (uint8_t)made.type;
    return made.elements < 0 || count < 0 ? ROLLCALL_NO_COUNT : count * made.elements;
}

enum reduction reduction_of(MPI_Op operation) {
    if (operation == MPI_SUM) {
        return REDUCE_SUM;
    }
    if (operation == MPI_MAX) {
        return REDUCE_MAX;
    }
    if (operation == MPI_MIN) {
        return REDUCE_MIN;
    }
    if (operation == MPI_PROD) {
        return REDUCE_PRODUCT;
    }
    if (operation == MPI_LAND) {
        return REDUCE_LAND;
    }
    if (operation == MPI_BAND) {
        return REDUCE_BAND;
    }
    if (operation == MPI_LOR) {
        return REDUCE_LOR;
    }
    if (operation == MPI_BOR) {
        return REDUCE_BOR;
    }
    if (operation == MPI_LXOR) {
        return REDUCE_LXOR;
    }
    if (operation == MPI_BXOR) {
        return REDUCE_BXOR;
    }
    if (operation == MPI_MAXLOC) {
        return REDUCE_MAXLOC;
    }
    if (operation == MPI_MINLOC) {
        return REDUCE_MINLOC;
    }
    return REDUCE_CUSTOM;
}
