/* The codes that the recorders of libraries use (docs/trace-format.md, "Codes"). */
#ifndef ROLLCALL_CODES_H
#define ROLLCALL_CODES_H

enum operation {
    OP_UNKNOWN, /* reports show the function's name instead */
    OP_ALL_REDUCE,
    OP_REDUCE,
    OP_BROADCAST,
    OP_ALL_GATHER,
    OP_GATHER,
    OP_SCATTER,
    OP_REDUCE_SCATTER,
    OP_ALL_TO_ALL,
    OP_BARRIER,
    OP_SEND,
    OP_RECV,
    OP_SCAN,
    OP_EXSCAN
};

enum element_type {
    TYPE_UNKNOWN,
    TYPE_I8,
    TYPE_U8,
    TYPE_I16,
    TYPE_U16,
    TYPE_I32,
    TYPE_U32,
    TYPE_I64,
    TYPE_U64,
    TYPE_F16,
    TYPE_BF16,
    TYPE_F32,
    TYPE_F64,
    TYPE_F8E4M3,
    TYPE_F8E5M2,
    TYPE_BOOL,
    TYPE_C64,
    TYPE_C128,
    TYPE_BYTE
};

enum reduction {
    REDUCE_NONE,
    REDUCE_SUM,
    REDUCE_PRODUCT,
    REDUCE_MIN,
    REDUCE_MAX,
    REDUCE_AVG,
    REDUCE_BAND,
    REDUCE_BOR,
    REDUCE_BXOR,
    REDUCE_LAND,
    REDUCE_LOR,
    REDUCE_LXOR,
    REDUCE_PREMULSUM,
    REDUCE_MINLOC,
    REDUCE_MAXLOC,
    REDUCE_CUSTOM
};

enum copy_kind { COPY_UNKNOWN, COPY_HOST_TO_HOST, COPY_HOST_TO_DEVICE, COPY_DEVICE_TO_HOST, COPY_DEVICE_TO_DEVICE, COPY_PEER };

enum copy_path { PATH_UNKNOWN, PATH_DIRECT, PATH_STAGED, PATH_REROUTED };

enum copy_verdict {
    VERDICT_NOT_VERIFIED,
    VERDICT_INTACT,
    VERDICT_ZEROED,
    VERDICT_STALE,
    VERDICT_PARTIAL,
    VERDICT_PERMUTED,
    VERDICT_DAMAGED,
    VERDICT_SOURCE_CHANGED
};

#endif
