package dev.rollcall.analyzer.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which words and variables a command is started with. */
class LaunchedCommandTest {
    private static final Path LIBRARY = Path.of("/opt/rc/librollcall.so");
    private static final Path AGENT = Path.of("/opt/rc/rollcall-agent.jar");
    private static final Map<String, String> FILE = Map.of("file", "/t/%j/%r.trace");
    private static final String JAVA = "-javaagent:/opt/rc/rollcall-agent.jar=file=/t/%j/%r.trace";

    private static RecorderVariables variables(Map<String, String> environment) throws LaunchException {
        return RecorderVariables.of(environment, FILE, List.of(LIBRARY), AGENT);
    }

    private static LaunchedCommand launch(EnvironmentPassing launcher, Map<String, String> environment, String command)
            throws LaunchException {
        return LaunchedCommand.of(launcher, List.of(command.split(" ")), environment, variables(environment));
    }

    private static Map<String, String> with(Map<String, String> environment, String preload, String jvm) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("ROLLCALL_FILE", "/t/%j/%r.trace");
        all.put("LD_PRELOAD", preload);
        all.put("JAVA_TOOL_OPTIONS", jvm);
        return all;
    }

    @Test
    void aProgramGetsTheVariables() throws LaunchException {
        LaunchedCommand launch = launch(EnvironmentPassing.INHERITED, Map.of("HOME", "/h"), "torchrun train.py");

        assertEquals(List.of("torchrun", "train.py"), launch.words());
        assertEquals(with(Map.of("HOME", "/h"), "/opt/rc/librollcall.so", JAVA), launch.environment());
    }

    @Test
    void whatTheVariablesHoldStays() throws LaunchException {
        Map<String, String> before = Map.of("LD_PRELOAD", "/a.so /b.so", "JAVA_TOOL_OPTIONS", "-Xmx1g");

        LaunchedCommand launch = launch(EnvironmentPassing.INHERITED, before, "train");

        assertEquals(with(Map.of(), "/opt/rc/librollcall.so:/a.so /b.so", "-Xmx1g " + JAVA), launch.environment());
    }

    @Test
    void anAgentThatIsThereIsNotAddedAgain() throws LaunchException {
        Map<String, String> before = Map.of("JAVA_TOOL_OPTIONS", "-javaagent:/mine/rollcall-agent.jar=hang=5s");

        assertEquals(
                "-javaagent:/mine/rollcall-agent.jar=hang=5s",
                launch(EnvironmentPassing.INHERITED, before, "train")
                        .environment()
                        .get("JAVA_TOOL_OPTIONS"));
    }

    @Test
    void optionsOfTheEnvironmentReachTheAgentToo() throws LaunchException {
        Map<String, String> before = Map.of("ROLLCALL_SLOTS", "64", "ROLLCALL_FILE", "/other.trace", "ROLLCALL_X", "1");

        Map<String, String> after =
                launch(EnvironmentPassing.INHERITED, before, "train").environment();

        assertEquals(JAVA + ",slots=64", after.get("JAVA_TOOL_OPTIONS"));
        assertEquals("/t/%j/%r.trace", after.get("ROLLCALL_FILE"));
        assertEquals("64", after.get("ROLLCALL_SLOTS"));
    }

    @Test
    void aPathWithSpacesIsQuotedForTheJvm() throws LaunchException {
        RecorderVariables variables =
                RecorderVariables.of(Map.of(), Map.of("file", "/my traces/%r.trace"), List.of(), AGENT);

        assertEquals(
                "'-javaagent:/opt/rc/rollcall-agent.jar=file=/my traces/%r.trace'",
                variables.joined("JAVA_TOOL_OPTIONS", ""));
    }

    @Test
    void whatAVariableCannotHoldIsRefused() {
        Map<String, String> comma = Map.of("file", "/a,b/%r.trace");
        assertThrows(LaunchException.class, () -> RecorderVariables.of(Map.of(), comma, List.of(), AGENT));
        Path spaces = Path.of("/my tools/librollcall.so");
        assertThrows(LaunchException.class, () -> RecorderVariables.of(Map.of(), FILE, List.of(spaces), null));
    }

    @Test
    void srunExportsItsEnvironment() throws LaunchException {
        LaunchedCommand launch = launch(EnvironmentPassing.SRUN, Map.of(), "srun -n 4 python train.py --export=onnx");

        assertEquals(List.of("srun", "-n", "4", "python", "train.py", "--export=onnx"), launch.words());
        assertEquals(with(Map.of(), "/opt/rc/librollcall.so", JAVA), launch.environment());
    }

    @Test
    void srunsOwnListGetsTheNames() throws LaunchException {
        String names = "ROLLCALL_FILE,LD_PRELOAD,JAVA_TOOL_OPTIONS";
        Map<String, String> words = Map.of(
                "srun --export=NONE -n 4 train",
                "--export=" + names,
                "srun --label --export=PATH,A=1 train",
                "--export=PATH,A=1," + names,
                "srun -N2 --export=ALL,A=1 train --export=x",
                "--export=ALL,A=1",
                "srun --export=ALL,LD_PRELOAD=/a.so train",
                "--export=ALL,LD_PRELOAD=/opt/rc/librollcall.so:/a.so");
        for (Map.Entry<String, String> each : words.entrySet()) {
            List<String> after =
                    launch(EnvironmentPassing.SRUN, Map.of(), each.getKey()).words();
            assertTrue(after.contains(each.getValue()), after.toString());
            assertEquals(each.getKey().endsWith("=x"), after.contains("--export=x"));
        }
        assertEquals(
                List.of("srun", "--export", names, "train"),
                launch(EnvironmentPassing.SRUN, Map.of(), "srun --export NONE train")
                        .words());
        assertEquals(
                names,
                launch(EnvironmentPassing.SRUN, Map.of("SLURM_EXPORT_ENV", "NONE"), "srun train")
                        .environment()
                        .get("SLURM_EXPORT_ENV"));
    }

    @Test
    void openMpiGivesTheVariablesToEachProgramAndMpirunHasNone() throws LaunchException {
        Map<String, String> before = Map.of("LD_PRELOAD", "/a.so");
        List<String> given = List.of(
                "-x",
                "ROLLCALL_FILE=/t/%j/%r.trace",
                "-x",
                "LD_PRELOAD=/opt/rc/librollcall.so:/a.so",
                "-x",
                "JAVA_TOOL_OPTIONS=" + JAVA);

        LaunchedCommand launch = launch(EnvironmentPassing.OPENMPI, before, "mpirun -n 1 a : -n 2 b");

        assertEquals(before, launch.environment());
        List<String> words = launch.words();
        assertEquals("mpirun", words.get(0));
        assertEquals(given, words.subList(1, 7));
        assertEquals(List.of("-n", "1", "a", ":"), words.subList(7, 11));
        assertEquals(given, words.subList(11, 17));
        assertEquals(List.of("-n", "2", "b"), words.subList(17, 20));
    }

    @Test
    void whatOpenMpiIsToldToPreloadComesBehind() throws LaunchException {
        Map<String, String> before = Map.of("LD_PRELOAD", "/a.so");

        List<String> words = launch(
                        EnvironmentPassing.OPENMPI, before, "mpirun -x LD_PRELOAD=/b.so a : -x LD_PRELOAD b")
                .words();

        assertEquals(
                List.of("LD_PRELOAD=/opt/rc/librollcall.so:/b.so", "LD_PRELOAD=/opt/rc/librollcall.so:/a.so"),
                words.stream().filter(word -> word.startsWith("LD_PRELOAD")).toList());
    }

    @Test
    void openMpisOwnListIsAddedTo() throws LaunchException {
        String names = ";ROLLCALL_FILE;LD_PRELOAD;JAVA_TOOL_OPTIONS";
        Map<String, String> before = Map.of("OMPI_MCA_mca_base_env_list", "A=1;B");

        LaunchedCommand launch = launch(EnvironmentPassing.OPENMPI, before, "mpirun a");
        assertEquals(List.of("mpirun", "a"), launch.words());
        assertEquals("A=1;B" + names, launch.environment().get("OMPI_MCA_mca_base_env_list"));
        assertEquals("/opt/rc/librollcall.so", launch.environment().get("LD_PRELOAD"));

        launch = launch(EnvironmentPassing.OPENMPI, Map.of(), "mpirun --mca mca_base_env_list LD_PRELOAD=/a.so a");
        assertEquals(
                List.of(
                        "mpirun",
                        "--mca",
                        "mca_base_env_list",
                        "LD_PRELOAD=/opt/rc/librollcall.so:/a.so;ROLLCALL_FILE;JAVA_TOOL_OPTIONS",
                        "a"),
                launch.words());
    }

    @Test
    void mpichGivesTheVariablesToAllProgramsAndMpirunHasNone() throws LaunchException {
        LaunchedCommand launch =
                launch(EnvironmentPassing.HYDRA, Map.of(), "mpirun -n 1 -env LD_PRELOAD /a.so a : -n 2 b");

        assertNull(launch.environment().get("LD_PRELOAD"));
        assertEquals(
                List.of(
                        "mpirun",
                        "-genv",
                        "ROLLCALL_FILE",
                        "/t/%j/%r.trace",
                        "-genv",
                        "LD_PRELOAD",
                        "/opt/rc/librollcall.so",
                        "-genv",
                        "JAVA_TOOL_OPTIONS",
                        JAVA,
                        "-n",
                        "1",
                        "-env",
                        "LD_PRELOAD",
                        "/opt/rc/librollcall.so:/a.so",
                        "a",
                        ":",
                        "-n",
                        "2",
                        "b"),
                launch.words());
    }

    @Test
    void theVersionShowsTheKindOfMpi() {
        assertEquals(MpiKind.OPENMPI, MpiKind.ofVersion("mpirun (Open MPI) 5.0.5\n"));
        assertEquals(MpiKind.OPENMPI, MpiKind.ofVersion("mpirun.openmpi (OpenRTE) 4.1.4\n"));
        assertEquals(MpiKind.MPICH, MpiKind.ofVersion("HYDRA build details:\n    Version:  4.0.2\n"));
        assertEquals(MpiKind.MPICH, MpiKind.ofVersion("Intel(R) MPI Library for Linux* OS, Version 2021.12\n"));
        assertEquals(MpiKind.NONE, MpiKind.ofVersion("IBM Spectrum\n"));
    }

    @Test
    void aRankAmongSeveralIsTold() {
        assertEquals(3, RecordedLaunch.rankAmongSeveral(Map.of("RANK", "3", "WORLD_SIZE", "4")));
        assertEquals(0, RecordedLaunch.rankAmongSeveral(Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "2")));
        assertEquals(-1, RecordedLaunch.rankAmongSeveral(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "8")));
        assertEquals(-1, RecordedLaunch.rankAmongSeveral(Map.of("PMI_RANK", "0", "PMI_SIZE", "1")));
        assertEquals(-1, RecordedLaunch.rankAmongSeveral(Map.of()));
    }
}
