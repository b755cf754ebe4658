package dev.rollcall.analyzer.input.console;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How many ranks the lines of a console say that the job has. A program's own {@code world_size} counts only where no launcher or
 * framework says it. Not thread-safe.
 *
 * <p>Sources of the messages: torchelastic's {@code elastic/agent/server/api.py} and {@code launcher/api.py}; PyTorch's
 * {@code ProcessGroupNCCL}; PyTorch Lightning's {@code fabric/utilities/distributed.py}; DeepSpeed's {@code launcher/launch.py}.
 */
final class WorldSize {
    /** Words that each message of a launcher or a framework has one of. */
    static final List<String> WORDS = List.of(
            "global_world_sizes=[",
            "ProcessGroupNCCL initialization options: ",
            "GLOBAL_RANK: ",
            "dist_world_size=",
            " clients joined");

    /** Words that each line of a program about its size has one of. */
    static final List<String> PROGRAM_WORDS = List.of("world_size", "WORLD_SIZE");

    /** Words that each command which says how many ranks it starts has one of. */
    static final List<String> COMMAND_WORDS = List.of("--nproc_per_node", "--nproc-per-node", "PET_NNODES");

    /** Words that each setting of a launch has one of. */
    static final List<String> SETTING_WORDS = List.of("min_nodes ", "max_nodes ", "nproc_per_node");

    private static final List<Pattern> MESSAGES = List.of(
            Pattern.compile("\\bglobal_world_sizes=\\[(\\d{1,7})\\b"),
            Pattern.compile(
                    "\\[PG (?:ID )?0 [^\\]]{0,200}\\] ProcessGroupNCCL initialization options: size: (\\d{1,7}), global"),
            Pattern.compile("\\bGLOBAL_RANK: \\d{1,7}, MEMBER: \\d{1,7}/(\\d{1,7})\\b"),
            Pattern.compile("\\bdist_world_size=(\\d{1,7})\\b"),
            Pattern.compile("\\bwaiting for clients\\. \\d{1,7}/(\\d{1,7}) clients joined\\b"));

    private static final Pattern OF_PROGRAM =
            Pattern.compile("(?<![\\w.-])(?:world_size|WORLD_SIZE)['\"]?(?: ?[=:] ?| )['\"]?(\\d{1,7})(?![\\w.])");

    /** In lines about the size of a group of some ranks, or of another job. */
    private static final Pattern OF_OTHERS = Pattern.compile("(?i)parallel|group|checkpoint|saved|resum|local");

    /** torchrun's command, as a shell or a person wrote it. */
    private static final Pattern COMMAND = Pattern.compile(
            "(?:\\btorchrun|torch\\.distributed\\.(?:run|launch)) .{0,2000}?--nproc[_-]per[_-]node[= ](\\d{1,6})\\b");

    private static final Pattern NODES = Pattern.compile("--nnodes[= ](\\S{1,20})");

    /** torchrun takes from here what its command leaves out, as the Kubeflow operator sets it. */
    private static final Pattern NODES_IN_ENVIRONMENT =
            Pattern.compile("\\bPET_NNODES(?:=|: ?)['\"]?([\\d:]{1,20})(?![\\w.])");

    /** A line of the settings that torchelastic writes before it starts. */
    private static final Pattern SETTING = Pattern.compile("^ *(min_nodes|max_nodes|nproc_per_node) +: (\\d{1,6}) *$");

    /** A number that messages give; 0 where none does, -1 where they give several. */
    private int ofMessages;

    private int ofProgram;
    /** What the last launch asks for, which holds for all of its attempts; 0 where none is known, -1 where it leaves that open. */
    private int ofLaunch;

    /** The number of hosts that the environment asks for. */
    private String nodesInEnvironment = "1";

    private int fewestNodes;
    private int mostNodes;

    /** Adds a line that has a word of a message. */
    void add(String text) {
        for (Pattern message : MESSAGES) {
            Matcher size = message.matcher(text);
            if (size.find()) {
                ofMessages = agreed(ofMessages, Long.parseLong(size.group(1)));
            }
        }
    }

    /** Adds a line that has a word of a program. */
    void addOfProgram(String text) {
        if (ofProgram < 0) {
            return;
        }
        Matcher size = OF_PROGRAM.matcher(text).useTransparentBounds(true);
        int known = ofProgram;
        for (String word : PROGRAM_WORDS) {
            for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
                if (size.region(at, text.length()).lookingAt()) {
                    known = agreed(known, Long.parseLong(size.group(1)));
                }
            }
        }
        if (known != ofProgram && !OF_OTHERS.matcher(text).find()) {
            ofProgram = known;
        }
    }

    private static int agreed(int known, long size) {
        return (known == 0 || known == size) && size > 0 && size <= ReportedRanks.MOST ? (int) size : -1;
    }

    /** Adds a line that has a word of a command. An elastic job, such as one with {@code --nnodes=1:4}, has any number of hosts. */
    void addCommand(String text) {
        Matcher environment = NODES_IN_ENVIRONMENT.matcher(text);
        if (environment.find()) {
            nodesInEnvironment = environment.group(1);
        }
        Matcher command = COMMAND.matcher(text);
        if (command.find()) {
            Matcher nodes = NODES.matcher(text);
            String count = nodes.find() ? nodes.group(1) : nodesInEnvironment;
            ofLaunch = count.matches("\\d{1,6}")
                    ? agreed(0, Long.parseLong(count) * Long.parseLong(command.group(1)))
                    : -1;
        }
    }

    /** Adds a line that has a word of a setting. */
    void addSetting(String text) {
        Matcher setting = SETTING.matcher(text);
        if (!setting.lookingAt()) {
            return;
        }
        int value = Integer.parseInt(setting.group(2));
        switch (setting.group(1)) {
            case "min_nodes" -> fewestNodes = value;
            case "max_nodes" -> mostNodes = value;
            default -> ofLaunch = fewestNodes == mostNodes ? agreed(0, (long) mostNodes * value) : -1;
        }
    }

    /** Returns the number of ranks; -1 where no line says it, and where lines disagree. */
    int ranks() {
        return Stream.of(ofMessages, ofLaunch, ofProgram)
                .filter(size -> size != 0)
                .findFirst()
                .orElse(-1);
    }

    /** Forgets what an earlier attempt wrote. */
    void restarted() {
        ofMessages = 0;
        ofProgram = 0;
    }
}
