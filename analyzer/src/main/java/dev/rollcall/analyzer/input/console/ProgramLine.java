package dev.rollcall.analyzer.input.console;

import java.util.regex.Pattern;

/**
 * Tells what a program writes while it runs from what is written when a process ends: by Python, the C++ runtime, libraries and
 * the launcher. Stateless and thread-safe.
 */
final class ProgramLine {
    private static final Pattern OF_EXIT = Pattern.compile("\\s.*|[-=*~^]{3,}.*|\\[\\d{1,7}\\]:"
            + "|frame #\\d.*|#\\d.*|Exception (?:ignored|raised) .*|Error in (?:atexit|sys)\\b.*|Original exception:.*"
            + "|Fatal Python error.*|Python runtime state.*|Current thread.*|Thread 0x.*|Extension modules:.*"
            + "|terminate called.*|what\\(\\):.*|Aborted.*|Segmentation fault.*|Killed|Terminated|Bus error.*"
            + "|CUDA kernel errors might.*|For debugging consider.*|Compile with `.*|nccl\\w*Error: .*|Last error:.*"
            + "|\\S*(?:resource_tracker|multiprocessing)\\S*:\\d.*|sys:\\d.*|wandb: .*|Set the environment variable HYDRA_.*"
            + "|Child process with PID .*|srun: .*|slurmstepd: .*|mpi(?:run|exec)\\b.*|prterun\\b.*|\\$ .*|\\^C.*|.* FAILED"
            + "|.*\\b(?:torch[./]distributed[./]|NCCL (?:INFO|WARN)\\b|(?:direct cause|above exception)\\b).*");

    private ProgramLine() {}

    /** Returns whether a line can be written while a process ends, or is the launcher's. */
    static boolean isOfExit(String line) {
        return line.isBlank() || OF_EXIT.matcher(line).matches();
    }
}
