package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    private static ProcessIdentity of(Map<String, String> environment) {
        return ProcessIdentity.of(environment, "node3", 4711, "4000-123");
    }

    @Test
    void readsTorchelasticsRunAndRestarts() {
        ProcessIdentity first = of(Map.of("TORCHELASTIC_RUN_ID", "run1", "RANK", "3", "WORLD_SIZE", "8"));
        assertEquals("elastic-run1", first.jobId());
        assertEquals(3, first.rank());
        assertEquals(8, first.world());
        assertEquals(
                "elastic-run1.2",
                of(Map.of("TORCHELASTIC_RUN_ID", "run1", "TORCHELASTIC_RESTART_COUNT", "2"))
                        .jobId());
    }

    @Test
    void ignoresTorchrunsPlaceholderForAMissingRun() {
        assertEquals(
                "parent-4000-123", of(Map.of("TORCHELASTIC_RUN_ID", "none")).jobId());
    }

    @Test
    void readsSlurmsJobAndStep() {
        ProcessIdentity process =
                of(Map.of("SLURM_JOB_ID", "77", "SLURM_STEP_ID", "1", "SLURM_PROCID", "5", "SLURM_NTASKS", "16"));
        assertEquals("slurm-77.1", process.jobId());
        assertEquals(5, process.rank());
        assertEquals(16, process.world());
    }

    @Test
    void readsOpenMpisJob() {
        ProcessIdentity process = of(Map.of(
                "PMIX_NAMESPACE", "prterun-node3-99@1", "OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2"));
        assertEquals("mpi-prterun-node3-99@1", process.jobId());
        assertEquals(1, process.rank());
        assertEquals(2, process.world());
    }

    @Test
    void namesAPodsJobWithoutTheReplica() {
        for (String pod : new String[] {"train-worker-3", "train-master-0", "train-3-x7k2p", "train-11"}) {
            assertEquals(
                    "pod-train",
                    of(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "HOSTNAME", pod))
                            .jobId(),
                    pod);
        }
    }

    @Test
    void fallsBackToTheParentProcess() {
        ProcessIdentity process = of(Map.of("RANK", "zero", "PMI_RANK", "4"));
        assertEquals("parent-4000-123", process.jobId());
        assertEquals(4, process.rank());
        assertEquals(-1, process.world());
    }
}
