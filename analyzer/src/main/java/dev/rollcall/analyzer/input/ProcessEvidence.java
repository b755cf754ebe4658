package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the source of one process tells, before it is joined with the others'. Times are nanoseconds since the epoch.
 *
 * @param source the file
 * @param host where it ran; empty where unknown
 * @param pid its process; -1 where unknown
 * @param started when it started; {@code Call.NO_TIME} where unknown
 * @param lastAlive when it was last known to be alive; {@code Call.NO_TIME} where unknown
 * @param rank its global rank, if it has one alone; -1 where unknown
 * @param worldSize how many ranks the job has; -1 where unknown
 * @param ending how it ended as far as it could record that itself; null where it recorded no end
 * @param running whether the process was seen alive on this machine now
 * @param threads what its threads did, oldest look first
 * @param memberships its ranks' parts in communicators, in the order of birth
 * @param classPath its class path; empty where unknown
 * @param losses what the source lacks, in words; empty where it is whole
 * @param extent how far it reaches
 * @param copies its verified copies
 * @param doubts what it tells of and does not hold, in words, so that its job is not proved to be well; empty for nothing
 */
public record ProcessEvidence(
        String source,
        String host,
        long pid,
        long started,
        long lastAlive,
        int rank,
        int worldSize,
        Ending ending,
        boolean running,
        List<ThreadSnapshot> threads,
        List<MembershipEvidence> memberships,
        List<Path> classPath,
        List<String> losses,
        SourceExtent extent,
        List<CopyTally> copies,
        List<String> doubts) {

    /** Returns the same, which somebody else saw alive at a time; {@code Call.NO_TIME} for none. */
    public ProcessEvidence aliveAt(long time) {
        return new ProcessEvidence(
                source,
                host,
                pid,
                started,
                Math.max(lastAlive, time),
                rank,
                worldSize,
                ending,
                running,
                threads,
                memberships,
                classPath,
                losses,
                extent,
                copies,
                doubts);
    }

    /** Returns the same with another extent. */
    public ProcessEvidence reaching(SourceExtent another) {
        return new ProcessEvidence(
                source,
                host,
                pid,
                started,
                lastAlive,
                rank,
                worldSize,
                ending,
                running,
                threads,
                memberships,
                classPath,
                losses,
                another,
                copies,
                doubts);
    }

    /** Returns the same, of which nothing is known after the calls that it has, for a reason that is said. */
    public ProcessEvidence brokenOff(String reason) {
        return new ProcessEvidence(
                source,
                host,
                pid,
                started,
                lastAlive,
                rank,
                worldSize,
                Ending.unobserved(reason),
                running,
                threads,
                memberships,
                classPath,
                Stream.concat(losses.stream(), Stream.of(reason)).toList(),
                extent,
                copies,
                doubts);
    }

    /** Returns the same with every time so many nanoseconds earlier. */
    public ProcessEvidence earlier(long nanos) {
        if (nanos == 0) {
            return this;
        }
        Ending ended = ending == null
                ? null
                : new Ending(
                        ending.kind(),
                        ending.exitCode(),
                        ending.exception(),
                        ending.thread(),
                        ending.stack(),
                        SyntheticCalls.earlier(ending.time(), nanos));
        return new ProcessEvidence(
                source,
                host,
                pid,
                SyntheticCalls.earlier(started, nanos),
                SyntheticCalls.earlier(lastAlive, nanos),
                rank,
                worldSize,
                ended,
                running,
                threads.stream()
                        .map(seen -> new ThreadSnapshot(
                                seen.thread(), seen.state(), seen.stack(), SyntheticCalls.earlier(seen.time(), nanos)))
                        .toList(),
                memberships.stream()
                        .map(membership -> membership.earlier(nanos))
                        .toList(),
                classPath,
                losses,
                new SourceExtent(extent.complete(), SyntheticCalls.earlier(extent.end(), nanos)),
                copies.stream().map(copy -> copy.earlier(nanos)).toList(),
                doubts);
    }
}
