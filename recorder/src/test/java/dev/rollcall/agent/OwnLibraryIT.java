package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.ranks.OwnCalls;
import dev.rollcall.ranks.OwnGroups;
import dev.rollcall.ranks.OwnHandles;
import dev.rollcall.trace.CallEvent;
import dev.rollcall.trace.CommunicatorEntry;
import dev.rollcall.trace.GroupEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own library, described by a file of the calls option. */
class OwnLibraryIT {
    private static final String CALLS = """
            library mine
            class dev.rollcall.ranks.OwnLibrary
              communicator     group  name rank size
              call all_reduce  sum    input reduction
              call broadcast   share  input root
              call send        send   communicator count peer tag : work
              wait             await  work
            """;

    @TempDir
    private Path folder;

    @Test
    void recordsTheCallsOfAUsersLibraryOnce() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS);
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            Forked.Result result = process.run(1, OwnCalls.class).get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals("everyone has no root 99 at share main\n", result.out());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(
                    List.of(
                            "everyone 1 all_reduce 12 f32 sum completed",
                            "everyone 2 broadcast 12 f32 root 2 completed",
                            "everyone 3 broadcast 12 f32 root 99 failed",
                            "everyone 1 send 5 ? peer 0 tag 77 completed"),
                    trace.calls().stream().map(trace::describe).toList());
            CallEvent sum = trace.calls().get(0);
            assertEquals("world.sum(values, \"SUM\");", trace.line(sum.stack(), OwnCalls.class));
        }
    }

    @Test
    void followsNumericHandlesAndToleratesObjectsThatThrow() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), """
                library mine
                class dev.rollcall.ranks.OwnHandles
                  communicator     open   name rank size
                  call all_reduce  sum    communicator input reduction
                  call all_gather  post   communicator input : work
                  wait             await  work
                """);
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            Forked.Result result = process.run(1, OwnHandles.class).get(0);
            assertEquals(0, result.exitCode(), result.err());
            assertEquals("failed\n", result.out());
            assertEquals(1, result.own().size(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(
                    List.of(
                            "world 1 all_reduce 3 f32 sum completed",
                            "world 2 all_reduce 4 f32 completed",
                            "world 3 all_reduce sum failed",
                            "world 4 all_gather 5 f32 completed"),
                    trace.calls().stream().map(trace::describe).toList());
            assertEquals(1, trace.trace().communicators().size());
        }
    }

    @Test
    void recordsGroupsOfCallsAndSplitsThatExcludeRanks() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), CALLS + """
                class dev.rollcall.ranks.OwnGroups
                  group_start      start
                  group_end        end
                  split            shrink communicator excluded
                """);
        try (Forked process = new Forked(folder).options("calls=" + calls)) {
            Forked.Result result = process.run(1, OwnGroups.class).get(0);
            assertEquals("refused\n", result.out(), result.err());
            Traces trace = Traces.open(process.trace(0));
            assertEquals(
                    List.of(1, 1, 1, 0, 0),
                    trace.calls().stream().map(CallEvent::group).toList());
            List<GroupEvent> groups = trace.events(GroupEvent.class);
            assertEquals(
                    List.of(
                            "1 false 0 ",
                            "1 true 3 ",
                            "2 false 0 ",
                            "2 true 0 java.lang.IllegalStateException: refused"),
                    groups.stream()
                            .map(group -> group.group() + " " + group.end() + " " + group.calls() + " "
                                    + trace.trace().string(group.text()))
                            .toList());
            assertEquals(List.of("start", "main"), trace.methods(groups.get(0).stack(), OwnGroups.class));
            CommunicatorEntry rest = trace.communicator(trace.calls().get(4));
            assertEquals(2, rest.size());
            assertEquals(1, rest.parent());
        }
    }
}
