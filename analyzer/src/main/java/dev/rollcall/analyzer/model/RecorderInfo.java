package dev.rollcall.analyzer.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The recorder that wrote a source, as far as the source says. Immutable.
 *
 * @param version its version; empty where unknown
 * @param commandLine the command line of the process it recorded; empty where unknown
 * @param instrumented how many methods of the catalogue it instrumented; -1 where unknown
 * @param notInstrumented methods of the catalogue that it could not instrument, each as {@code Class.method: reason}
 * @param lost how many losses of each kind it counted; kinds without a loss are absent
 */
public record RecorderInfo(
        String version, String commandLine, int instrumented, List<String> notInstrumented, Map<String, Long> lost) {

    /** An unknown recorder. */
    public static final RecorderInfo UNKNOWN = new RecorderInfo("", "", -1, List.of(), Map.of());

    public RecorderInfo {
        notInstrumented = List.copyOf(notInstrumented);
        lost = Collections.unmodifiableMap(new LinkedHashMap<>(lost));
    }
}
