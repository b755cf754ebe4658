package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RetainedMemory.Exhaustion;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds places whose calls leave more and more buffers behind. A rank ran out of memory because of them if it failed for want of
 * memory, and the allocation that failed had fitted into what they hold on the same device.
 */
final class RetainedBufferFinder {
    private static final Pattern OUT_OF_MEMORY = Pattern.compile(
            "out of memory|cudaErrorMemoryAllocation|CUDA_ERROR_OUT_OF_MEMORY|CUDA error 2\\b",
            Pattern.CASE_INSENSITIVE);

    private RetainedBufferFinder() {}

    private record Place(String operation, HeldBuffers.Use use, StackFrame site, boolean exhausted) {}

    private record Held(Rank rank, HeldBuffers buffers) {}

    static List<Incident> find(AlignedJob aligned) {
        Map<Place, List<Held>> places = new LinkedHashMap<>();
        for (Rank rank : aligned.job().ranks()) {
            for (HeldBuffers buffers : rank.retained().buffers()) {
                if (buffers.grew()) {
                    Place place = new Place(
                            buffers.operation(),
                            buffers.use(),
                            buffers.stack().siteFrame(),
                            exhausted(aligned, rank, buffers));
                    places.computeIfAbsent(place, each -> new ArrayList<>()).add(new Held(rank, buffers));
                }
            }
        }
        return places.entrySet().stream()
                .map(each -> incident(each.getKey(), each.getValue()))
                .toList();
    }

    private static boolean exhausted(AlignedJob aligned, Rank rank, HeldBuffers buffers) {
        Exhaustion exhaustion = rank.retained().exhaustion();
        return exhaustion != null
                && exhaustion.bytes() > 0
                && buffers.last().bytes() >= exhaustion.bytes()
                && exhaustion.device() >= 0
                && exhaustion.device() == buffers.device()
                && failedForMemory(aligned, rank, exhaustion);
    }

    /** A program can free memory and allocate again: then a later failure has another reason, unless it names this one. */
    private static boolean failedForMemory(AlignedJob aligned, Rank rank, Exhaustion exhaustion) {
        if (!FailureOrigin.hasFailedByItself(rank)) {
            return false;
        }
        return OUT_OF_MEMORY.matcher(rank.ending().reason()).find()
                || rank.ending().kind() != Ending.Kind.DIED
                        && aligned.waitOf(rank.number()) == null
                        && !DeviceFinder.wentOn(aligned, rank, exhaustion.time());
    }

    private static Incident incident(Place place, List<Held> all) {
        Held most = all.stream()
                .max(Comparator.comparingLong(held -> held.buffers.most().bytes()))
                .orElseThrow();
        return new Incident(
                IncidentKind.RETAINED_BUFFERS,
                Set.of(place.exhausted ? Fact.EXHAUSTED : Fact.SPARE),
                Cause.BUFFER_RETAINED,
                null,
                0,
                all.stream().map(held -> held.rank.number()).distinct().sorted().toList(),
                List.of(),
                Long.MAX_VALUE,
                new IncidentDetails.Buffers(
                        most.buffers,
                        most.rank.number(),
                        place.exhausted ? most.rank.retained().exhaustion() : null));
    }
}
