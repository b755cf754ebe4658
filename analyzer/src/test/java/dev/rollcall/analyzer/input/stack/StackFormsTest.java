package dev.rollcall.analyzer.input.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a stack in each form, written as the tools write it. */
class StackFormsTest {
    @TempDir
    Path folder;

    private Job job(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        ReadResult result = new JobReader(-1).read(List.of(folder));
        assertEquals(1, result.jobs().size(), () -> result.unreadable().toString());
        return result.jobs().get(0).job();
    }

    private Rank rank(String text) throws IOException {
        return job("rank3.txt", text).rank(3);
    }

    private static ThreadSnapshot main(Rank rank) {
        return rank.threads().stream()
                .filter(thread -> thread.thread().equals("main"))
                .findFirst()
                .orElseThrow();
    }

    private static String site(Rank rank) {
        StackFrame site = main(rank).stack().siteFrame();
        return site == null ? "none" : site.method() + " " + site.place();
    }

    @Test
    void readsTheThreadsOfPySpyWithTheirStates() throws IOException {
        Rank rank = rank("""
                Process 4003: python -m train
                Python v3.11.7 (/usr/bin/python3.11)

                Thread 4003 (active+gil): "MainThread"
                    clock_nanosleep (libc.so.6)
                    0x7fadaf64524a (libc.so.6)
                    read_line (train/data.py:17)
                        Arguments:
                            self: <Reader at 0x7f (open)>
                    <module> (train/__main__.py:3)
                Thread 4010 (idle): "loader"
                    wait (threading.py:320)
                """);
        assertEquals(4003, rank.pid());
        assertEquals("active+gil", main(rank).state());
        assertEquals("read_line data.py:17", site(rank));
        assertEquals(4, main(rank).stack().frames().size());
        assertEquals(
                List.of("main", "loader"),
                rank.threads().stream().map(ThreadSnapshot::thread).toList());
    }

    @Test
    void readsPySpysFramesWithoutTheirIndentation() throws IOException {
        Rank rank =
                rank("Process 12: python a.py\nThread 12 (idle): \"MainThread\"\nload (a.py:4)\n<module> (a.py:9)\n");
        assertEquals("load a.py:4", site(rank));
    }

    @Test
    void leavesOutProcessesThatLoadData() throws IOException {
        Rank rank = rank("""
                Process 4003: python train.py
                Python v3.11.7 (/usr/bin/python3.11)

                Thread 4003 (idle): "MainThread"
                    main (train.py:17)

                Process 4050: python train.py
                Python v3.11.7 (/usr/bin/python3.11)
                Parent Process 4003: python train.py

                Thread 4050 (idle): "MainThread"
                    _worker_loop (torch/utils/data/_utils/worker.py:275)
                    main (train.py:12)
                """);
        assertEquals(4003, rank.pid());
    }

    @Test
    void readsPythonsFaultHandler() throws IOException {
        Rank rank = rank("""
                Fatal Python error: Aborted

                Thread 0x00007f7cacb1c6c0 [loader] (most recent call first):
                  File "/srv/train.py", line 3 in bg
                  File "/usr/lib/python3.11/threading.py", line 1002 in _bootstrap

                Current thread 0x00007f7cad882b80 (most recent call first):
                  File "/usr/lib/python3.11/ssl.py", line 6 in read
                  File "/srv/train.py", line 6 in main
                  File "/srv/train.py", line 7 in <module>

                Extension modules: numpy.core._multiarray_umath (total: 1)
                """);
        assertEquals("main train.py:6", site(rank));
        assertEquals(2, rank.threads().size());
    }

    @Test
    void readsPythonsLinesInGdb() throws IOException {
        Rank rank = rank("""
                Traceback (most recent call first):
                  <built-in method sleep of module object at remote 0x7f>
                  File "/srv/train.py", line 6, in main
                    time.sleep(60)
                  File "/srv/train.py", line 7, in <module>
                    main()
                """);
        assertEquals("main train.py:6", site(rank));
    }

    @Test
    void readsAStackOfOneThreadInGdbWithWrappedLines() throws IOException {
        Rank rank = rank("""
                0x00007f3b5c104230 in poll () from /lib64/libc.so.6
                #0  0x00007f3b5c104230 in __GI___poll (fds=0x0, nfds=0, timeout=60000)
                    at ../sysdeps/unix/sysv/linux/poll.c:29
                #1  0x0000560da44ea158 in std::function<void (int)>::operator()(int) const () from /usr/lib/libx.so
                #2  0x0000560da44ea174 in step (m=0x560da44eb004 "x (y)", n=3) at src/solver.cc:4
                #3  0x0000560da44ea19a in main (c=1, v=0x7ffff37f8b58) at src/solver.cc:50
                [Inferior 1 (process 28600) detached]
                """);
        assertEquals("step solver.cc:4", site(rank));
        List<StackFrame> frames = main(rank).stack().frames();
        assertEquals(29, frames.get(0).line());
        assertEquals(
                "std::function<void (int)>::operator()(int) const",
                frames.get(1).method());
    }

    @Test
    void knowsNoCallSiteInAnInterpretersFrames() throws IOException {
        Rank rank = rank("""
                Thread 1 (Thread 0x7f3b5c005740 (LWP 77) "python3"):
                #0  0x00007f3b5c104230 in poll () from /lib64/libc.so.6
                #1  0x00007f50598fd9c3 in _PyEval_EvalFrameDefault (frame=<optimized out>) at Python/ceval.c:4769
                #2  0x00007f5059aba217 in main (argc=2) at Programs/python.c:15
                """);
        assertEquals("none", site(rank));
        assertEquals(77, rank.pid());
    }

    @Test
    void findsTheDeadlockInAThreadDumpOfTheJvm() throws IOException {
        Rank rank = rank("""
                28180:
                2026-11-22 20:20:33
                Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6-Debian-1deb12u1 mixed mode, sharing):

                "main" #1 prio=5 os_prio=0 cpu=466.91ms elapsed=4.41s tid=0x00007f95 nid=0x6e1a waiting for monitor entry  [0x00]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat app.D.main(D.java:8)
                \t- waiting to lock <0x000000069ea36948> (a java.lang.Object)
                \t- locked <0x000000069ea36938> (a java.lang.Object)

                "worker "1"" #13 daemon prio=5 os_prio=0 cpu=1.91ms elapsed=4.1s tid=0x00007f96 nid=0x6e2a waiting for monitor entry
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat app.D.lambda$main$0(D.java:6)
                \t- waiting to lock <0x000000069ea36938> (a java.lang.Object)
                \t- locked <0x000000069ea36948> (a java.lang.Object)
                \tat app//app.D$$Lambda$196/0x00007f957813c208.run(Unknown Source)

                   Locked ownable synchronizers:
                \t- None

                Found one Java-level deadlock:
                =============================
                "main":
                  waiting to lock monitor 0x00007f95f83eae70 (object 0x000000069ea36948, a java.lang.Object),
                  which is held by "worker "1""
                """);
        assertEquals(28180, rank.pid());
        assertEquals("main D.java:8", site(rank));
        assertEquals(1, rank.lockCycles().size());
        assertEquals(List.of("main", "worker \"1\""), rank.lockCycles().get(0).threads());
    }

    @Test
    void aThreadThatWaitsForASignalHoldsNoLock() throws IOException {
        Rank rank = rank("""
                Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):

                "main" #1 prio=5 os_prio=0 tid=0x00007f95 nid=0x6e1a waiting for monitor entry  [0x00]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat app.D.main(D.java:8)
                \t- waiting to lock <0x01> (a java.lang.Object)
                \t- locked <0x02> (a java.lang.Object)

                "pool-1" #12 prio=5 os_prio=0 tid=0x00007f96 nid=0x6e2a in Object.wait()
                   java.lang.Thread.State: TIMED_WAITING (on object monitor)
                \tat java.lang.Object.wait(java.base@17.0.15/Native Method)
                \t- waiting on <0x01> (a java.lang.Object)
                \tat app.D.run(D.java:20)
                \t- locked <0x01> (a java.lang.Object)
                """);
        assertTrue(rank.lockCycles().isEmpty());
        assertEquals("", main(rank).owner());
        assertEquals("timed waiting", rank.threads().get(1).state());
    }

    @Test
    void readsAnEndlessRecursionInBoundedMemory() throws IOException {
        Rank rank = rank("Process 7: python a.py\n\nThread 7 (active): \"MainThread\"\n"
                + "    deeper (a.py:4)\n".repeat(100_000));
        assertEquals(DumpedThread.MOST_FRAMES, main(rank).stack().frames().size());
    }
}
