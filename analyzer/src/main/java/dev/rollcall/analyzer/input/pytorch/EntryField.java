package dev.rollcall.analyzer.input.pytorch;

import java.util.HashMap;
import java.util.Map;

/** The fields of a dump's entry that are read (c10d's FlightRecorder.hpp). */
enum EntryField {
    FRAMES("frames"),
    RECORD("record_id"),
    LOCAL_GROUP("pg_id"),
    GROUP("process_group"),
    THREAD("thread_name"),
    COLLECTIVE_SEQUENCE("collective_seq_id"),
    POINT_TO_POINT_SEQUENCE("p2p_seq_id"),
    /** Dumps before version 2.0 count all calls of a group in one series. */
    SEQUENCE("seq_id"),
    NAME("profiling_name"),
    CREATED("time_created_ns"),
    INPUT_SIZES("input_sizes"),
    INPUT_TYPES("input_dtypes"),
    OUTPUT_SIZES("output_sizes"),
    OUTPUT_TYPES("output_dtypes"),
    STATE("state"),
    STARTED("time_discovered_started_ns"),
    COMPLETED("time_discovered_completed_ns"),
    RETIRED("retired"),
    POINT_TO_POINT("is_p2p");

    private static final EntryField[] FIELDS = values();
    private static final Map<String, EntryField> BY_KEY = new HashMap<>();

    static {
        for (EntryField field : FIELDS) {
            BY_KEY.put(field.key, field);
        }
    }

    private final String key;

    EntryField(String key) {
        this.key = key;
    }

    /** Returns the number of the field with a key, from 1; 0 for another key. */
    static int number(String key) {
        EntryField field = BY_KEY.get(key);
        return field == null ? 0 : field.ordinal() + 1;
    }

    /** Returns the field with a number, from 1. */
    static EntryField of(long number) {
        return FIELDS[(int) number - 1];
    }
}
