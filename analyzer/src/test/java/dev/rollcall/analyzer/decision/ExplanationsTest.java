package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.DeviceOperation;
import dev.rollcall.analyzer.model.DeviceRecord;
import dev.rollcall.analyzer.model.DeviceRecord.Place;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RetainedMemory;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The explanations and remedies of all causes, as the jobs of the corpus, of {@link FaultyStep} and of this class produce them. */
class ExplanationsTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static List<Job> corpus() throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.walk(CORPUS, 2)) {
            folders = all.filter(Files::isDirectory)
                    .filter(folder -> !folder.getParent().equals(CORPUS) && !folder.equals(CORPUS))
                    .sorted()
                    .toList();
        }
        List<Job> jobs = new ArrayList<>();
        for (Path folder : folders) {
            new JobReader(-1).read(List.of(folder)).jobs().forEach(evidence -> jobs.add(evidence.job()));
        }
        return jobs;
    }

    private static List<Job> faults() {
        List<Job> jobs = new ArrayList<>();
        for (FaultyStep faulty : FaultyStep.all()) {
            for (boolean blocking : new boolean[] {true, false}) {
                for (int world : new int[] {2, 4}) {
                    jobs.add(faulty.job(world, 1, 5).blocking(blocking).job());
                }
            }
            jobs.add(faulty.job(4, 1, 5).breaking(1).job());
        }
        return jobs;
    }

    private static Job badCopies() {
        BadCopy first = new BadCopy(0, 1, "cudaMemcpyPeer", 4096, "zeroed", 0, CallStack.UNKNOWN, 7);
        CopyTally copies = new CopyTally(0, 1, "", "", false, Map.of("zeroed", 2L, "intact", 40L), first);
        return lone(new Rank(0, "node0", 100, "0.trace", Ending.ALIVE, 0, List.of(), List.of(copies)));
    }

    private static Job heldBuffers() {
        HeldBuffers held = new HeldBuffers(
                0,
                "all_reduce",
                HeldBuffers.Use.INPUT,
                HeldBuffers.Holder.WORK,
                0,
                CallStack.UNKNOWN,
                List.of(new HeldBuffers.Moment(7, 6, 6 << 20, 7)),
                false);
        return lone(new Rank(
                0,
                "node0",
                100,
                List.of(),
                0,
                Ending.ALIVE,
                0,
                true,
                List.of(),
                List.of(),
                DeviceRecord.NONE,
                new RetainedMemory(List.of(held), null)));
    }

    private static Job lone(Rank rank) {
        Coverage coverage = new Coverage(1, 1, List.of(), List.of());
        return new Job("job", List.of(rank), List.of(), new InternTable<>(), new InternTable<>(), coverage);
    }

    /** Two ranks that create a communicator on one device, one of which has an error of its device besides. */
    private static Job devices() {
        HandmadeJob joining = new HandmadeJob(2).allAlive(99_000);
        joining.everyone().joining(0, 0).joining(1, 0);
        Job job = joining.job();
        Place place = new Place(job.communicators().get(0).identity(), -1, 0, "07");
        DeviceOperation launch = new DeviceOperation("launch", "cuLaunchKernel", 0, 1, CallStack.UNKNOWN, "main", 7);
        DeviceRecord broken = new DeviceRecord(
                List.of(place),
                List.of(new MisplacedArgument(MisplacedArgument.What.MEMORY, 1, 1, launch)),
                List.of(
                        new DeviceFault(700, "", launch, null, List.of(launch), 1),
                        new DeviceFault(719, "", launch, null, List.of(launch, launch), 2)));
        DeviceRecord whole = new DeviceRecord(List.of(place), List.of(), List.of());
        List<Rank> ranks = job.ranks().stream()
                .map(rank -> new Rank(
                        rank.number(),
                        rank.host(),
                        rank.pid(),
                        rank.sources(),
                        rank.started(),
                        rank.ending(),
                        rank.lastAlive(),
                        rank.heartbeat(),
                        rank.threads(),
                        rank.copies(),
                        rank.number() == 0 ? broken : whole,
                        RetainedMemory.NONE))
                .toList();
        return new Job(job.id(), ranks, job.communicators(), job.signatures(), job.stacks(), job.coverage());
    }

    private static Job differentResults() {
        HandmadeJob job = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group world = job.everyone().steps(3, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            world.results(rank, rank == 1 ? 4 : 5, 6, 7);
        }
        return job.job();
    }

    private static HandmadeJob.Group world(HandmadeJob job) {
        return job.everyone().steps(5, 0, 1, 2, 3);
    }

    private static List<Job> others() {
        HandmadeJob crossed = new HandmadeJob(4).allAlive(60_000);
        crossed.group("tp", 0, 1).steps(4, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        crossed.group("dp", 0, 1).steps(4, 0, 1).call(1, "all_reduce", CallState.STARTED, 50, -1);

        HandmadeJob stalled = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob stuckDevice = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob failed = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob unread = new HandmadeJob(4).allAlive(60_000);
        HandmadeJob late = new HandmadeJob(4).allAlive(1_100);
        HandmadeJob.Group stalledWorld = world(stalled);
        HandmadeJob.Group deviceWorld = world(stuckDevice);
        HandmadeJob.Group failedWorld = world(failed);
        HandmadeJob.Group unknownMembers = unread.group("group 1", 0, 1, -1, -1).steps(5, 0, 1);
        for (int rank = 0; rank < 4; rank++) {
            stalledWorld.call(rank, "all_reduce", CallState.STARTED, 60, -1);
            deviceWorld.call(rank, "all_reduce", rank == 1 ? CallState.ENQUEUED : CallState.STARTED, 60, -1);
            failedWorld.failed(rank, "all_reduce", "Connection closed by peer [127.0.0.1]:4242", 60, 70);
            if (rank < 2) {
                unknownMembers.call(rank, "all_reduce", CallState.STARTED, 60, -1);
            }
            for (int step = 0; step < 10; step++) {
                late.everyone()
                        .call(
                                rank,
                                "all_reduce",
                                CallState.COMPLETED,
                                step * 100L + (rank == 1 ? 50 : 0),
                                step * 100L + 51);
            }
        }

        HandmadeJob ring = new HandmadeJob(3).allAlive(60_000);
        HandmadeJob.Group ringWorld = ring.everyone().steps(3, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            ringWorld.half(rank, "recv", (rank + 1) % 3, CallState.STARTED, 50);
        }

        HandmadeJob unequal = new HandmadeJob(2).allAlive(60_000);
        unequal.everyone()
                .steps(3, 0, 1)
                .half(0, "send", 1, 8, 0, CallState.COMPLETED, 50)
                .half(1, "recv", 0, 4, 0, CallState.STARTED, 50);

        HandmadeJob wrongPeer = new HandmadeJob(4).allAlive(60_000);
        world(wrongPeer)
                .half(1, "send", 3, CallState.COMPLETED, 70)
                .half(2, "recv", 1, CallState.STARTED, 70)
                .call(0, "all_reduce", CallState.STARTED, 70, -1)
                .call(3, "all_reduce", CallState.STARTED, 70, -1);

        HandmadeJob deadPeer = new HandmadeJob(2).allAlive(60_000).rank(0, 60, HandmadeJob.died());
        deadPeer.everyone().join(0).half(1, "recv", 0, CallState.STARTED, 60);

        HandmadeJob died = new HandmadeJob(4).allAlive(60_000).rank(3, 70, HandmadeJob.died());
        HandmadeJob.Group diedWorld = world(died).call(3, "all_reduce", CallState.STARTED, 60, -1);
        for (int rank = 0; rank < 3; rank++) {
            diedWorld.call(rank, "all_reduce", CallState.FAILED, 60, 80);
        }

        HandmadeJob joining = new HandmadeJob(4).allAlive(99_000);
        joining.everyone().joining(0, 0).joining(1, 0).joining(2, 0);

        HandmadeJob untraced = new HandmadeJob(4);
        for (int rank = 0; rank < 3; rank++) {
            untraced.rank(rank, 99_000, Ending.ALIVE);
        }
        HandmadeJob.Group untracedWorld = untraced.everyone().steps(5, 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            untracedWorld.call(rank, "all_reduce", CallState.STARTED, 60, -1);
        }

        return Stream.of(
                        crossed,
                        stalled,
                        stuckDevice,
                        failed,
                        unread,
                        late,
                        ring,
                        unequal,
                        wrongPeer,
                        deadPeer,
                        died,
                        joining,
                        untraced)
                .map(HandmadeJob::job)
                .toList();
    }

    @Test
    void explainsEveryCause() throws IOException {
        Map<Cause, Set<String>> texts = new EnumMap<>(Cause.class);
        Stream.of(corpus(), faults(), others(), List.of(badCopies(), devices(), heldBuffers(), differentResults()))
                .flatMap(List::stream)
                .flatMap(job -> new Diagnosis().of(job).findings().stream())
                .forEach(finding -> texts.computeIfAbsent(finding.cause(), cause -> new TreeSet<>())
                        .add(text(finding)));

        texts.forEach((cause, each) -> TEXTS.verify(cause.id(), String.join("\n\n", each)));
        Set<Cause> missing = EnumSet.allOf(Cause.class);
        missing.removeAll(texts.keySet());
        assertEquals(Set.of(), missing.stream().map(Cause::id).collect(Collectors.toSet()));
    }

    private static String text(Finding finding) {
        return finding.explanation() + "\n→ " + finding.remedy();
    }
}
