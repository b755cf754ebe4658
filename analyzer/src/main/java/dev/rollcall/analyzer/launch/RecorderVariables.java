package dev.rollcall.analyzer.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The variables that make a process record itself: those of the preload recorder, and the option that gives a JVM the agent.
 * Immutable and thread-safe.
 */
public final class RecorderVariables {
    /** The prefix of the recorders' options: {@code ROLLCALL_HANG} is the agent's {@code hang}. */
    static final String PREFIX = "ROLLCALL_";

    static final String PRELOAD = "LD_PRELOAD";
    static final String JVM = "JAVA_TOOL_OPTIONS";
    private static final String AGENT_JAR = "rollcall-agent.jar";

    private final Map<String, String> options;
    private final String preload;
    private final String jvm;

    private RecorderVariables(Map<String, String> options, String preload, String jvm) {
        this.options = options;
        this.preload = preload;
        this.jvm = jvm;
    }

    /**
     * Returns the variables for some recorders.
     *
     * @param environment the caller's environment, whose {@code ROLLCALL_} variables are options too
     * @param given the options that go before those of the environment, by the names of docs/options.md
     * @param libraries the libraries to preload
     * @param agent the agent for JVMs; null for none
     * @throws LaunchException if a path or value cannot be written into these variables
     */
    public static RecorderVariables of(
            Map<String, String> environment, Map<String, String> given, List<Path> libraries, Path agent)
            throws LaunchException {
        Map<String, String> options = new TreeMap<>();
        for (RecorderOption option : RecorderOption.values()) {
            String value = given.getOrDefault(option.id(), environment.get(option.variable()));
            if (value != null && !value.isEmpty()) {
                options.put(option.id(), value);
            }
        }
        for (Path library : libraries) {
            if (!library.toString().matches("[^\\s:;$]+")) {
                throw new LaunchException("LD_PRELOAD cannot name " + library
                        + ": put Rollcall into a folder without spaces, :, ; and $ in its path");
            }
        }
        String preload = libraries.stream().map(Path::toString).collect(Collectors.joining(":"));
        return new RecorderVariables(options, preload, agent == null ? "" : agentOption(agent, options));
    }

    /** Source: "JAVA_TOOL_OPTIONS" in the JVM Tool Interface, for the quotation marks. */
    private static String agentOption(Path agent, Map<String, String> options) throws LaunchException {
        if (agent.toString().indexOf('=') >= 0) {
            throw new LaunchException(
                    "-javaagent cannot name " + agent + ": put Rollcall into a folder without = in its path");
        }
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, String> option : options.entrySet()) {
            if (option.getValue().indexOf(',') >= 0) {
                throw new LaunchException("the agent's options cannot hold a comma, as " + option.getValue() + " does");
            }
            pairs.add(option.getKey() + "=" + option.getValue());
        }
        String text = "-javaagent:" + agent + "=" + String.join(",", pairs);
        if (text.chars().noneMatch(Character::isWhitespace)) {
            return text;
        }
        // Open MPI 5 takes a quotation mark at the end of a value away, but not an apostrophe.
        char mark = text.indexOf('\'') < 0 ? '\'' : '"';
        if (text.indexOf(mark) >= 0) {
            throw new LaunchException("JAVA_TOOL_OPTIONS cannot hold both quotation marks, as in " + text);
        }
        return mark + text + mark;
    }

    /** Returns the variables, joined with those of an environment. */
    Map<String, String> joinedWith(Map<String, String> environment) {
        Map<String, String> joined = new LinkedHashMap<>();
        options.forEach((name, value) -> joined.put(RecorderOption.named(name).variable(), value));
        for (String name : List.of(PRELOAD, JVM)) {
            String value = joined(name, environment.getOrDefault(name, ""));
            if (!value.isEmpty()) {
                joined.put(name, value);
            }
        }
        return joined;
    }

    /**
     * Returns the value of a variable that holds another one as well: a library that is preloaded already comes behind ours, and
     * the agent behind the options that are there, unless they hold an agent of ours.
     */
    String joined(String name, String existing) {
        String ours = name.equals(PRELOAD) ? preload : name.equals(JVM) ? jvm : "";
        if (existing.isBlank() || ours.isEmpty()) {
            return ours.isEmpty() ? existing : ours;
        }
        if (name.equals(PRELOAD)) {
            return ours + ":" + existing;
        }
        return existing.contains(AGENT_JAR) ? existing : existing + " " + ours;
    }
}
