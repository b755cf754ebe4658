package dev.rollcall.analyzer.input.pytorch;

/**
 * What c10d's own name of a call tells, such as {@code nccl:all_reduce} or {@code nccl:recv 1<-0}.
 *
 * @param text the name
 * @param operation the operation in the model's words
 * @param messages whether it says that the call is a send or a receive
 * @param peer the other rank of a send or receive; -1 where the name tells none
 * @param coalesced whether it says that the call is about several tensors
 * @param gloo whether the call is of Gloo
 * @param hook whether the call is one that c10d's own hook recorded, whatever the backend
 */
record ProfilingName(
        String text, String operation, boolean messages, int peer, boolean coalesced, boolean gloo, boolean hook) {

    /** Returns what a name tells. */
    static ProfilingName of(String text) {
        return new ProfilingName(
                text,
                C10dVocabulary.operation(text),
                text.contains(":send ") || text.contains(":recv "),
                C10dVocabulary.peer(text),
                text.endsWith("_coalesced"),
                backend(text, "gloo"),
                backend(text, "c10d"));
    }

    private static boolean backend(String text, String name) {
        return text.length() > name.length()
                && text.charAt(name.length()) == ':'
                && text.regionMatches(true, 0, name, 0, name.length());
    }
}
