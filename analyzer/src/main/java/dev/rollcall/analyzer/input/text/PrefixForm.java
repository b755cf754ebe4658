package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.model.Call;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The forms of the prefixes that launchers, container runtimes and log collectors put before a line, in the order in which they
 * are tried. A line can have several, one after the other.
 *
 * <p>The groups of a pattern: {@code rank} is a global rank, {@code number} a number of which
 * only the whole file shows whether it is a
 * rank, {@code host} a host, pod or container, {@code process} what else identifies a process,
 * {@code date}, {@code clock} and {@code fraction} a time, {@code stream} and {@code part} what a container runtime says of the line.
 */
enum PrefixForm {
    /** PyTorch's C++ log and, since 2.3, its exception hook ({@code torch/distributed/__init__.py}). */
    TORCH_RANK("[", "\\[rank(?<rank>\\d{1,7})\\]:\\s?"),

    /** PyTorch Lightning ({@code rank_zero.rank_prefixed_message}) and Determined. */
    LIGHTNING_RANK("[", "\\[rank(?:: |=)(?<rank>\\d{1,7})\\] "),

    /** {@code torchrun --tee} ({@code torch/distributed/elastic/multiprocessing/tail_log.py}) without {@code --role}. */
    TORCHRUN_TEE("[", "\\[(?<process>default\\d{1,7})\\]:"),

    /**
     * Open MPI's {@code --tag-output} and {@code --timestamp-output} (mpirun(1) 4.1), with the job's name and a blank since 5.0;
     * Horovod's Gloo launcher ({@code horovod/runner/gloo_run.py}); SageMaker's MPI toolkit.
     */
    MPIRUN_TAG(
            "[A",
            "(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4} ?)?"
                    + "\\[(?:[^\\[\\],\\s]{1,100},)?(?:mpirank:)?(?<number>\\d{1,7})(?:,(?<host>[^\\[\\],\\s]{1,253}))?\\]"
                    + "(?:\\[(?<process>[^\\[\\]\\s]{1,300})\\])?<std(?:out|err|diag)>:(?: (?! ))?"),

    /** Ray's driver ({@code ray/_private/worker.py}, {@code print_worker_logs}). */
    RAY("(", "\\((?<process>(?:[^()=]{1,100} )?pid=\\d{1,18})(?:, ip=(?<host>[^()\\s,]{1,253}))?\\) "),

    /** {@code kubectl logs --prefix}. */
    KUBECTL("[", "\\[pod/(?<host>[^/\\s\\]]{1,253})/(?<process>[^/\\s\\]]{1,253})\\] "),

    /** The files of container runtimes (CRI logging format of Kubernetes). */
    CRI(
            "9",
            "(?<date>\\d{4}-\\d\\d-\\d\\d)T(?<clock>\\d\\d:\\d\\d:\\d\\d)(?:\\.(?<fraction>\\d{1,9}))?(?:Z|[+-]\\d\\d:\\d\\d)"
                    + " (?<stream>std(?:out|err)) (?<part>[FP])(?: |$)"),

    /** GitLab's job logs with {@code FF_TIMESTAMPS}: a time and the stream. */
    GITLAB(
            "9",
            "(?<date>\\d{4}-\\d\\d-\\d\\d)T(?<clock>\\d\\d:\\d\\d:\\d\\d)(?:\\.(?<fraction>\\d{1,9}))?Z [0-9a-f]{2}[OE][ +]"),

    /** journald's {@code -o short-iso} and {@code short-iso-precise}; syslog with RFC 3339 times. */
    SYSLOG_ISO(
            "9",
            "(?<date>\\d{4}-\\d\\d-\\d\\d)T(?<clock>\\d\\d:\\d\\d:\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?(?:Z|[+-]\\d\\d:?\\d\\d)"
                    + " (?<host>[\\w.-]{1,253}) (?<process>[^\\s:\\[\\]]{1,100}\\[\\d{1,18}\\]): "),

    /** journald's {@code -o short} and {@code short-precise}, and syslog (RFC 3164): no year, so no time. */
    SYSLOG(
            "A",
            "[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
                    + "(?: (?<host>[\\w.-]{1,253}) (?<process>[^\\s:\\[\\]]{1,100}\\[\\d{1,18}\\]):)? "),

    /** Python's {@code logging}, as DeepSpeed, torchelastic before 2.4 and many trainers set it up. */
    PYTHON_LOGGING(
            "[",
            "\\[(?<date>\\d{4}-\\d\\d-\\d\\d) (?<clock>\\d\\d:\\d\\d:\\d\\d),(?<fraction>\\d{3})\\]"
                    + "(?: \\[(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\\](?: \\[[^\\[\\]]{1,300}\\])?)? "),

    /**
     * A time alone, as {@code kubectl logs --timestamps}, {@code docker logs -t}, GitHub's job logs, {@code srun} in CI and
     * {@code ts} write it. NCCL's own time belongs to its message.
     */
    TIME(
            "[9",
            "\\[?(?<date>\\d{4}-\\d\\d-\\d\\d)[T ](?<clock>\\d\\d:\\d\\d:\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?"
                    + "(?:Z|[+-]\\d\\d:?\\d\\d)?\\]?:?[ \\t](?!\\S+:\\d+:\\d+ \\[-?\\d+\\] )"),

    /** A time without a date, or in seconds since the epoch, as {@code ts} writes it. */
    CLOCK("[9", "(?:\\[?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?\\]?|\\[?1\\d{9}\\.\\d{1,9}\\]?)[ \\t]"),

    /** {@code torchrun --tee} with {@code --role}. */
    TORCHRUN_ROLE("[", "\\[(?<process>[A-Za-z][\\w.-]{0,100}?\\d{1,7})\\]:", Evidence.FILE),

    /** {@code srun --label}: a blank follows in every line. */
    NUMBER_COLON_BLANK(" 9", " {0,6}(?<number>\\d{1,7}): ", Evidence.FILE),

    /** LSF's and POE's labelled output, {@code grep -n}. */
    NUMBER_COLON(" 9", " {0,6}(?<number>\\d{1,7}):", Evidence.FILE),

    /** {@code mpiexec -l} and {@code -prepend-rank} of MPICH, Intel MPI and MVAPICH; {@code jsrun --stdio_mode prepended}. */
    NUMBER_BRACKETS("[", "\\[(?<number>\\d{1,7})\\]:? ", Evidence.FILE),

    /** {@code cat -n} and {@code nl}. */
    NUMBER_TAB(" 9", " {0,6}(?<number>\\d{1,9})(?:\\t| $)", Evidence.FILE),

    /** {@code docker compose logs}; SageMaker's local mode. */
    COMPOSE("A9", "(?<host>[\\w.-]{1,253}) {1,60}\\| ?", Evidence.FILE),

    /** {@code grep -n} over several files, also with {@code -C}. */
    GREP_FILE_AND_LINE(
            "A9",
            "(?<process>[^\\s:]{1,500}\\.(?:log|out|err|txt|console)(?:\\.\\d{1,4})?)[:-]\\d{1,9}[:-]",
            Evidence.FILE),

    /** The same without {@code -n}: a number that follows is the program's. */
    GREP_FILE("A9", "(?<process>[^\\s:]{1,500}\\.(?:log|out|err|txt|console)(?:\\.\\d{1,4})?)[:-]", Evidence.FILE),

    /** {@code stern}: pod and container. */
    STERN(
            "A9",
            "(?<host>[a-z0-9][a-z0-9.]{0,60}-[a-z0-9.-]{1,253}) (?<process>[a-z0-9][a-z0-9-]{0,62}) ",
            Evidence.FILE),

    /** {@code pdsh}, and so DeepSpeed's launcher; {@code clush}. */
    PDSH("A9", "(?<host>[A-Za-z0-9][\\w.-]{0,252}): ", Evidence.FILE),

    /** {@code parallel --tag}. */
    PARALLEL_TAG("A9", "(?<host>[A-Za-z0-9][\\w.-]{0,252})(?:\\t| $)", Evidence.FILE);

    /** What shows that a prefix has this form and is not part of the program's text. */
    enum Evidence {
        /** The prefix itself. */
        LINE,
        /** That the other lines of the file have one, too. */
        FILE
    }

    private static final List<List<PrefixForm>> BY_START = new ArrayList<>();

    static {
        for (char start = 0; start < 128; start++) {
            char kind = Character.isDigit(start) ? '9' : Character.isLetter(start) ? 'A' : start;
            List<PrefixForm> forms = new ArrayList<>();
            for (PrefixForm form : values()) {
                if (form.starts.indexOf(kind) >= 0) {
                    forms.add(form);
                }
            }
            BY_START.add(List.copyOf(forms));
        }
    }

    /** The characters with which a prefix can start: {@code 9} for any digit, {@code A} for any letter. */
    private final String starts;

    private final Evidence evidence;
    private final Pattern pattern;
    private final boolean rank;
    private final boolean number;
    private final boolean host;
    private final boolean process;
    private final boolean time;

    PrefixForm(String starts, String pattern) {
        this(starts, pattern, Evidence.LINE);
    }

    PrefixForm(String starts, String pattern, Evidence evidence) {
        this.starts = starts;
        this.evidence = evidence;
        this.pattern = Pattern.compile(pattern);
        this.rank = pattern.contains("(?<rank>");
        this.number = pattern.contains("(?<number>");
        this.host = pattern.contains("(?<host>");
        this.process = pattern.contains("(?<process>");
        this.time = pattern.contains("(?<date>");
    }

    /** Returns the forms that a prefix with this first character can have, in order. */
    static List<PrefixForm> startingWith(char first) {
        return first < BY_START.size() ? BY_START.get(first) : List.of();
    }

    /** Returns whether only the other lines of a file show that a prefix has this form. */
    boolean needsFile() {
        return evidence == Evidence.FILE;
    }

    /** Returns the match of a prefix of this form at a position of a text; null if there is none. */
    Matcher match(String text, int from) {
        if (from == text.length() || !startingWith(text.charAt(from)).contains(this)) {
            return null;
        }
        Matcher prefix = pattern.matcher(text);
        return prefix.region(from, text.length()).lookingAt() ? prefix : null;
    }

    /** Returns the global rank in a prefix; -1 if it has none. */
    int rank(Matcher prefix) {
        return rank ? Integer.parseInt(prefix.group("rank")) : -1;
    }

    /** Returns the number in a prefix of which only the whole file shows whether it is a rank; -1 if it has none. */
    int number(Matcher prefix) {
        return number ? Integer.parseInt(prefix.group("number")) : -1;
    }

    /** Returns the host in a prefix; empty if it has none. */
    String host(Matcher prefix) {
        return host ? orEmpty(prefix.group("host")) : "";
    }

    /** Returns what else identifies the process in a prefix; empty if it has nothing. */
    String process(Matcher prefix) {
        return process ? orEmpty(prefix.group("process")) : "";
    }

    /** Returns the time in a prefix, nanoseconds since the epoch as if its clock were at UTC; NO_TIME if it has none. */
    long time(Matcher prefix) {
        if (!time) {
            return Call.NO_TIME;
        }
        try {
            LocalDateTime read = LocalDateTime.parse(prefix.group("date") + "T" + prefix.group("clock"));
            String fraction = orEmpty(prefix.group("fraction")) + "000000000";
            return read.toEpochSecond(ZoneOffset.UTC) * 1_000_000_000 + Long.parseLong(fraction.substring(0, 9));
        } catch (DateTimeException noSuchDay) {
            return Call.NO_TIME;
        }
    }

    private static String orEmpty(String group) {
        return group == null ? "" : group;
    }
}
