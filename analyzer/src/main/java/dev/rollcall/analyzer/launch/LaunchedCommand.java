package dev.rollcall.analyzer.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A command with the environment in which it is started, so that the processes of its job are recorded on every host. Immutable.
 *
 * <p>Sources: srun(1), {@code --export}; mpirun(1) of Open MPI 4 and 5, {@code -x}; "Using the Hydra Process Manager" of MPICH,
 * {@code -genv}.
 *
 * @param words the program and its arguments
 * @param environment the environment of the program
 */
public record LaunchedCommand(List<String> words, Map<String, String> environment) {
    private static final String SRUN_EXPORT = "SLURM_EXPORT_ENV";
    private static final String EXPORT = "--export";

    /** The options of srun without a value, or with one that must follow a {@code =}. */
    private static final Set<String> SRUN_FLAGS =
            Set.of(("async contiguous disable-status exact exclusive hold immediate interactive"
                            + " kill-on-bad-exit label multi-prog no-allocate no-kill nokill overcommit overlap oversubscribe"
                            + " preserve-env pty quiet quit-on-interrupt reboot spread-job test-only"
                            + " unbuffered use-min-nodes verbose")
                    .split(" "));

    private static final String SRUN_LETTERS = "EHIKOQVXZhklqsuv";

    private static final String OPENMPI_LIST = "mca_base_env_list";
    private static final String OPENMPI_LIST_VARIABLE = "OMPI_MCA_" + OPENMPI_LIST;
    private static final List<String> JOINED = List.of(RecorderVariables.PRELOAD, RecorderVariables.JVM);

    public LaunchedCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /**
     * Returns a command as it is started.
     *
     * @param command what the user gave
     * @param environment the caller's environment
     */
    static LaunchedCommand of(
            EnvironmentPassing launcher,
            List<String> command,
            Map<String, String> environment,
            RecorderVariables variables) {
        return switch (launcher) {
            case INHERITED -> new LaunchedCommand(command, merged(environment, variables));
            case SRUN -> srun(command, environment, variables);
            case OPENMPI -> openMpi(command, environment, variables);
            case HYDRA -> hydra(command, environment, variables);
        };
    }

    private static Map<String, String> merged(Map<String, String> environment, RecorderVariables variables) {
        Map<String, String> merged = new TreeMap<>(environment);
        merged.putAll(variables.joinedWith(environment));
        return merged;
    }

    /** Adds the variables to the list of what srun exports, where there is a list. */
    private static LaunchedCommand srun(
            List<String> command, Map<String, String> environment, RecorderVariables variables) {
        Map<String, String> merged = merged(environment, variables);
        List<String> words = new ArrayList<>(command);
        if (environment.containsKey(SRUN_EXPORT)) {
            merged.put(SRUN_EXPORT, exported(environment.get(SRUN_EXPORT), environment, variables));
        }
        int program = srunProgram(words);
        for (int i = 1; i < program; i++) {
            String word = words.get(i);
            if (word.startsWith(EXPORT + "=")) {
                String list = word.substring(EXPORT.length() + 1);
                words.set(i, EXPORT + "=" + exported(list, environment, variables));
            } else if (word.equals(EXPORT) && i + 1 < program) {
                words.set(i + 1, exported(words.get(i + 1), environment, variables));
            }
        }
        return new LaunchedCommand(words, merged);
    }

    /** Returns where the program stands that srun starts: its own options may have the names of srun's. */
    private static int srunProgram(List<String> words) {
        int at = 1;
        while (at < words.size() && words.get(at).startsWith("-")) {
            String word = words.get(at);
            boolean single = word.startsWith("--")
                    ? word.indexOf('=') >= 0 || SRUN_FLAGS.contains(word.substring(2))
                    : word.length() > 2 || SRUN_LETTERS.contains(word.substring(1));
            at += single ? 1 : 2;
        }
        return Math.min(at, words.size());
    }

    /** Returns srun's list with the names of the variables, and with the user's values joined with ours. */
    private static String exported(String list, Map<String, String> environment, RecorderVariables variables) {
        List<String> parts = new ArrayList<>();
        List<String> missing = new ArrayList<>(variables.joinedWith(environment).keySet());
        for (String part : list.split(",")) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? part : part.substring(0, equals);
            boolean joined = equals >= 0 && JOINED.contains(name);
            String value = joined ? variables.joined(name, part.substring(equals + 1)) : "";
            // A value ends at a comma, so that what holds one goes through srun's own environment.
            boolean fits = joined && value.indexOf(',') < 0;
            if (joined ? fits : !part.isEmpty() && !part.equals("NONE") && !part.equals("NIL")) {
                parts.add(joined ? name + "=" + value : part);
                missing.remove(name);
            }
        }
        if (!parts.contains("ALL")) {
            parts.addAll(missing);
        }
        return String.join(",", parts);
    }

    /**
     * Gives the variables to the processes, of each program of several, and not to mpirun itself. Open MPI 4 ends with an error
     * where both {@code -x} and its parameter for the same are given, so a list that is there is added to.
     */
    private static LaunchedCommand openMpi(
            List<String> command, Map<String, String> environment, RecorderVariables variables) {
        Map<String, String> ours = variables.joinedWith(environment);
        int list = command.indexOf(OPENMPI_LIST) + 1;
        if (list > 0 && list < command.size()) {
            List<String> words = new ArrayList<>(command);
            words.set(list, addedToList(words.get(list), ours, variables));
            return new LaunchedCommand(words, merged(environment, variables));
        }
        if (environment.containsKey(OPENMPI_LIST_VARIABLE)) {
            Map<String, String> merged = merged(environment, variables);
            merged.put(OPENMPI_LIST_VARIABLE, addedToList(environment.get(OPENMPI_LIST_VARIABLE), ours, variables));
            return new LaunchedCommand(command, merged);
        }
        List<String> words = new ArrayList<>(command.subList(0, 1));
        int start = 1;
        for (int i = 1; i <= command.size(); i++) {
            if (i == command.size() || command.get(i).equals(":")) {
                words.addAll(openMpiProgram(command.subList(start, i), environment, variables));
                words.addAll(command.subList(i, Math.min(i + 1, command.size())));
                start = i + 1;
            }
        }
        return new LaunchedCommand(words, environment);
    }

    /** Returns the words for one program with our variables, each once: Open MPI 5 refuses two values. */
    private static List<String> openMpiProgram(
            List<String> given, Map<String, String> environment, RecorderVariables variables) {
        Map<String, String> ours = variables.joinedWith(environment);
        List<String> words = new ArrayList<>(given);
        for (int i = 1; i < words.size(); i++) {
            String[] pair = words.get(i).split("=", 2);
            if (words.get(i - 1).equals("-x") && ours.containsKey(pair[0])) {
                String value = ours.remove(pair[0]);
                boolean joined = pair.length == 2 && JOINED.contains(pair[0]);
                words.set(i, pair[0] + "=" + (joined ? variables.joined(pair[0], pair[1]) : value));
            }
        }
        List<String> all = new ArrayList<>();
        ours.forEach((name, value) -> all.addAll(List.of("-x", name + "=" + value)));
        all.addAll(words);
        return all;
    }

    /** Names the variables, whose values stand in mpirun's environment: the list's separator may be in them. */
    private static String addedToList(String list, Map<String, String> ours, RecorderVariables variables) {
        List<String> names = new ArrayList<>(ours.keySet());
        List<String> parts = new ArrayList<>();
        for (String part : list.split(";")) {
            String[] pair = part.split("=", 2);
            if (pair.length == 2 && JOINED.contains(pair[0])) {
                parts.add(pair[0] + "=" + variables.joined(pair[0], pair[1]));
                names.remove(pair[0]);
            } else if (!part.isEmpty() && !ours.containsKey(pair[0])) {
                parts.add(part);
            }
        }
        parts.addAll(names);
        return String.join(";", parts);
    }

    /** Gives the variables to the processes of all programs, and not to mpirun itself. */
    private static LaunchedCommand hydra(
            List<String> command, Map<String, String> environment, RecorderVariables variables) {
        List<String> words = new ArrayList<>(command.subList(0, 1));
        variables.joinedWith(environment).forEach((name, value) -> words.addAll(List.of("-genv", name, value)));
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            boolean value = i >= 2
                    && List.of("-genv", "-env", "--genv", "--env").contains(command.get(i - 2))
                    && JOINED.contains(command.get(i - 1));
            words.add(value ? variables.joined(command.get(i - 1), word) : word);
        }
        return new LaunchedCommand(words, environment);
    }
}
