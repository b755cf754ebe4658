package dev.rollcall.catalogue;

import java.util.Locale;

/** The meaning of a parameter of a catalogued method. Immutable and thread-safe. */
public enum ArgumentRole {
    /** Ignored; written {@code -}. */
    IGNORED,
    /** The communicator; by default the object that the method is called on. */
    COMMUNICATOR,
    /** The buffer that this rank contributes, or that an operation changes in place. */
    INPUT,
    /** The buffer of the results. */
    OUTPUT,
    /** An object of further arguments, which the library's adapter reads. */
    OPTIONS,
    /** The splits of the input, one number per rank. */
    INPUT_SPLITS,
    /** The splits of the output, one number per rank. */
    OUTPUT_SPLITS,
    /** The number of elements. */
    COUNT,
    /** The element type. */
    TYPE,
    /** How elements are combined. */
    REDUCTION,
    /** The root's rank in the communicator. */
    ROOT,
    /** The other rank of a send or receive. */
    PEER,
    /** The tag of a send or receive. */
    TAG,
    /** The handle of a call's work; by default the object that the method is called on. */
    WORK,
    /** Where the ranks of a communicator meet: a store or a unique id; or the store that a prefix applies to. */
    STORE,
    /** The name of a communicator, or of a store: a path, a host or a prefix. */
    NAME,
    /** This process's rank in a new communicator. */
    RANK,
    /** The size of a new communicator. */
    SIZE,
    /** The ranks of the parent that a split includes, in their new order. */
    RANKS,
    /** The ranks of the parent that a split excludes; the others keep their order. */
    EXCLUDED,
    /** Where a copy writes: an address, or an object with an address. */
    DESTINATION,
    /** Where a copy reads from. */
    SOURCE,
    /** The device of the destination, as an ordinal or a context. */
    DESTINATION_DEVICE,
    /** The device of the source. */
    SOURCE_DEVICE,
    /** The bytes of a row of a copy, or of an allocation. */
    BYTES,
    /** The rows of a copy. */
    ROWS,
    /** The distance of two rows of the destination in bytes. */
    DESTINATION_PITCH,
    /** The distance of two rows of the source in bytes. */
    SOURCE_PITCH,
    /** The direction of a copy, as CUDA's runtime numbers it. */
    DIRECTION,
    /** The stream of a copy or call; without it, a copy is synchronous. */
    STREAM,
    /** Where the method writes the communicator, or the communicators, that it creates, or the address of what it allocates. */
    MADE,
    /** The memory that the method frees. */
    MEMORY,
    /** The devices of the new communicators, one of which is created for each; null for all devices in order. */
    DEVICES,
    /** The number that the ranks of a new communicator have in common; a negative one makes no communicator. */
    COLOUR,
    /** Where the method writes an error code. */
    ERROR,
    /** The pointers to a kernel's arguments. */
    ARGUMENTS,
    /** An event of a stream. */
    EVENT,
    /** A context of a device. */
    CONTEXT,
    /** A device, for its primary context. */
    DEVICE;

    /** Returns the word for this role in a catalogue file. */
    public String word() {
        return this == IGNORED ? "-" : name().toLowerCase(Locale.ROOT);
    }
}
