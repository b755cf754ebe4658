package dev.rollcall.analyzer.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PseudonymsTest {
    private final Pseudonyms names = new Pseudonyms();

    @Test
    void replaceAKnownHostAsAWholeWordWhateverItsCase() {
        names.host("node1");

        assertEquals("host-1 waits for node12, HOST: host-1.", names.text("node1 waits for node12, HOST: NODE1."));
        assertEquals("0-host-1-4711", names.text("0-node1-4711"));
    }

    @Test
    void takeTheLongestName() {
        names.host("node1");
        names.host("node1-gpu");

        assertEquals("host-2 and host-1", names.text("node1-gpu and node1"));
    }

    @Test
    void knowAHostByItsShortAndItsFullName() {
        assertEquals("host-1", names.host("node1.corp.example"));
        assertEquals("host-1", names.text("node1"));
        assertEquals("host-2 in domain-1", names.text("node2.corp.example in corp.example"));
    }

    @Test
    void keepDifferentHostsApart() {
        assertNotEquals(names.host("node1"), names.host("node2"));
        assertNotEquals(names.text("10.0.0.1"), names.text("10.0.0.2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cannot open /data/vol/run.csv.|cannot open /dir-1/file-1.csv.",
                "File \"/srv/app/train.py\", line 3|File \"/dir-1/train.py\", line 3",
                "at C:\\Users\\ann\\x\\train.py:41|at /dir-1/train.py:41",
                "read data/set/part.bin|read /dir-1/file-1.bin",
                "connect to [10.1.2.3]:29500 failed|connect to [ip-1]:29500 failed",
                "peer fe80::1a2b:3 and 2001:db8::7|peer ip-1 and ip-2",
                "connecting to (gpu7, 29500)|connecting to (host-1, 29500)",
                "tcp://gpu7.lab:29500/x|tcp://host-1:29500/dir-1/file-1",
                "UnknownHostException: gpu7|UnknownHostException: host-1",
                "gpu7.lab.example:29500 refused|host-1:29500 refused",
                "ann@gpu7|user-1@host-1",
                "log of ip-10-0-0-3.ec2|log of host-1",
            })
    void replaceWhatLooksLikeAName(String text, String redacted) {
        assertEquals(redacted, names.text(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all_reduce(1,024 × f32, sum) at Trainer.step (Trainer.java:22)",
                "12.5 GB/s, and/or 15:13:20 UTC, NCCL 2.28.7, Work@1a2b3c, c10d::ProcessGroupNCCL::abort",
                "train.py:1041, module.py:29500",
                "Ranks 0–3 wait for 127.0.0.1 and localhost.",
                "look for nccl_trace_rank_* in /tmp or comm_lib_trace_rank_* in ~/.cache/torch.",
            })
    void keepEverythingElse(String text) {
        assertEquals(text, names.text(text));
    }

    @Test
    void takeNoCountForAJobsNumber() {
        names.job("7");
        names.job("12345");

        assertEquals(
                "rank 7, job job-2, 12,345 and 7 × 12345.5", names.text("rank 7, job 12345, 12,345 and 7 × 12345.5"));
    }

    @Test
    void replaceANameThatWasCutShort() {
        names.host("trainer-worker-0-of-secret");

        assertEquals("on host-1…", names.text("on trainer-worker-0-of-s…"));
    }

    @Test
    void replaceAUserWhoseHomeFolderIsKnown() {
        names.learnUsers("/home/ann/x.py and C:\\Users\\bob\\y.py");

        assertEquals("thread user-1-loader, user-2", names.text("thread ann-loader, Bob"));
    }

    @Test
    void nameAFileThatWasReadByOnePseudonym() {
        assertEquals("/dir-1/file-1.trace", names.source("runs/my job/0-a.trace"));
        assertEquals("/dir-1/file-1.trace, file-1.trace", names.text("runs/my job/0-a.trace, 0-a.trace"));
    }
}
