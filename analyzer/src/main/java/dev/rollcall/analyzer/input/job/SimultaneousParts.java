package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.input.ProcessFingerprint;
import dev.rollcall.analyzer.input.SourceKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * Shows in linear time that each two of many groups of parts can be one run, as the files of the ranks of one job nearly always can:
 * no rank is in two of them, and all were written at about the same time. Not thread-safe.
 */
final class SimultaneousParts {
    private final Map<SourceKind, Common> byKind = new EnumMap<>(SourceKind.class);

    /** What the groups show in sources of one kind. */
    private static final class Common {
        private final BitSet ranks = new BitSet();
        private int worldSize = -1;
        private long latestFirst = Long.MIN_VALUE;
        private long earliestLast = Long.MAX_VALUE;

        private boolean add(ProcessFingerprint source) {
            if (source.first() != Call.NO_TIME) {
                latestFirst = Math.max(latestFirst, source.first());
                earliestLast = Math.min(earliestLast, source.last());
            }
            boolean sized = source.worldSize() >= 0;
            boolean fits = !sized || worldSize < 0 || worldSize == source.worldSize();
            worldSize = sized ? source.worldSize() : worldSize;
            return fits && (latestFirst == Long.MIN_VALUE || latestFirst - Thresholds.BETWEEN_JOBS <= earliestLast);
        }
    }

    /** Adds a group. Returns false if it may not be able to belong to one of those before. */
    boolean add(Collection<RunPart> group) {
        Map<SourceKind, BitSet> ranks = new EnumMap<>(SourceKind.class);
        for (RunPart part : group) {
            for (SourceKind kind : part.kinds()) {
                Common common = byKind.computeIfAbsent(kind, key -> new Common());
                part.addRanks(kind, ranks.computeIfAbsent(kind, key -> new BitSet()));
                if (!part.fingerprints(kind).allMatch(common::add)) {
                    return false;
                }
            }
        }
        for (Map.Entry<SourceKind, BitSet> own : ranks.entrySet()) {
            BitSet known = byKind.get(own.getKey()).ranks;
            if (known.intersects(own.getValue())) {
                return false;
            }
            known.or(own.getValue());
        }
        return true;
    }
}
