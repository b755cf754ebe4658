package dev.rollcall.analyzer.input.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Launcher.Hosts;
import dev.rollcall.analyzer.model.Launcher.Starter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherSearchTest {
    @TempDir
    Path folder;

    private Launcher launcher(String name, String text) throws IOException {
        return LauncherSearch.of(List.of(Files.writeString(folder.resolve(name), text)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "TORCHRUN | E1122 10:18:40.1 4711 torch/distributed/elastic/multiprocessing/api.py:984] failed (exitcode: 1)",
                "TORCHRUN | [default3]:step 1",
                "TORCHRUN | Setting OMP_NUM_THREADS environment variable for each process to be 1 in default",
                "UNKNOWN | distributed java.time OMP_NUM_THREADS=1 [default] (in 3 pid=7 s) torchrunner gray::",
                "ACCELERATE | accelerate launch train.py",
                "DEEPSPEED | python -m deepspeed.launcher.launch",
                "RAY | raylet died",
                "RAY | ray::train() failed",
                "MPI | [1,0]<stderr>:step 1",
                "MPI | [node1:4711] [[30211,0],0] lost connection",
                "MPI | =   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES",
                "SLURM | SLURM_JOBID=4711",
                "JVM | Full thread dump OpenJDK 64-Bit Server VM",
                "ACCELERATE | File \"/usr/lib/python3/site-packages/accelerate/commands/launch.py\", line 1, torch.distributed.run",
                "DEEPSPEED | [2026-11-22 10:00:00,213] [INFO] [launch.py:256:main] process 4711 spawned",
                "RAY | (RayTrainWorker pid=4711, ip=10.0.0.7) step 1",
                "MPI | mpirun noticed that process rank 1 exited on signal 9 (Killed).",
                "SLURM | slurmstepd: error: *** STEP 4711.0 ON node1 CANCELLED AT 2026-11-22T10:00:00 ***",
                "JVM | Exception in thread \"main\" java.lang.IllegalStateException",
                "UNKNOWN | step 1 loss 0.25"
            })
    void findsWhatStartedTheRanks(Starter starter, String line) throws IOException {
        assertEquals(starter, launcher("log.txt", line + "\n").starter());
    }

    @Test
    void takesTheJobIdFromTheNameOfTheBatchOutput() throws IOException {
        assertEquals(new Launcher(Starter.SLURM, Hosts.SLURM, "4711"), launcher("slurm-4711_3.out", "step 1\n"));
    }

    @Test
    void takesTheJobIdFromTheStepThatWasCancelled() throws IOException {
        assertEquals(
                new Launcher(Starter.TORCHRUN, Hosts.SLURM, "4711", true),
                launcher("log.txt", "torchrun\nslurmstepd: error: *** STEP 4711.0 ON node1 CANCELLED ***\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[pod/train-0/main] step 1",
                "2026-11-22T10:00:00.123456789Z stdout F step 1",
                "2026-11-22T10:00:00+01:00 stderr P step 1",
                "label kubernetes.io/hostname=node1"
            })
    void recognizesKubernetes(String line) throws IOException {
        assertEquals(Hosts.KUBERNETES, launcher("log.txt", "step 0\n" + line).hosts());
    }

    @Test
    void recognizesLabelsOfSrun() throws IOException {
        StringBuilder labelled = new StringBuilder();
        for (int line = 0; line < 12; line++) {
            labelled.append(line % 4).append(": step ").append(line).append('\n');
        }
        assertEquals(Hosts.SLURM, launcher("log.txt", labelled.toString()).hosts());
    }

    @Test
    void takesNoNumbersOfStepsForLabels() throws IOException {
        StringBuilder steps = new StringBuilder("start\n");
        for (int line = 0; line < 12; line++) {
            steps.append(line % 4 == 3 ? "saved" : line + ": loss 0.25").append('\n');
        }
        assertEquals(Launcher.UNKNOWN, launcher("log.txt", steps.toString()));
    }

    @Test
    void looksAtTheEndOfALongFileAndAtUtf16() throws IOException {
        assertEquals(
                Starter.TORCHRUN,
                launcher("long.log", "step\n".repeat(100_000) + "torchrun\n").starter());
        Path wide = folder.resolve("wide.log");
        Files.write(wide, "\ufeffstep 1\nsrun: error\n".getBytes(StandardCharsets.UTF_16LE));
        assertEquals(Starter.SLURM, LauncherSearch.of(List.of(wide)).starter());
    }
}
