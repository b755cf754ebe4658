package dev.rollcall.analyzer.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What recorded a source, as far as the source says.
 *
 * @param version its version; empty where unknown
 * @param commandLine the command line of the process it recorded; empty where unknown
 * @param recorded how many of the application's methods it recorded; -1 where unknown
 * @param unrecorded the methods that it should have recorded and could not, each with the reason
 * @param lost how many things of each kind it had to leave out, by the kind's name; kinds without a loss are absent
 */
public record RecorderInfo(
        String version, String commandLine, int recorded, List<String> unrecorded, Map<String, Long> lost) {

    /** Nothing is known. */
    public static final RecorderInfo UNKNOWN = new RecorderInfo("", "", -1, List.of(), Map.of());

    public RecorderInfo {
        unrecorded = List.copyOf(unrecorded);
        lost = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(lost));
    }
}
