package dev.rollcall.analyzer.input.text;

import dev.rollcall.analyzer.model.Call;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes from the lines of one file what is not the program's: colours, carriage returns, and the prefixes of launchers, log
 * collectors and container runtimes ({@link PrefixForm}), from which it takes the rank, the host and the time. Not thread-safe.
 */
final class LinePrefix {
    /** After a quotation mark that begins no value of JSON or logfmt, a message is quoted. */
    private static final String NO_QUOTATION = "(?<!(?<!\":|\": |=)[\"'`])";

    /** Control sequences of terminals (ECMA-48: CSI, OSC, APC). */
    private static final Pattern CONTROL =
            Pattern.compile("\u001b(?:\\[[0-?]*+[ -/]*+[@-~]|[\\]_][^\u0007\u001b]*+(?:\u0007|\u001b\\\\)?+)");

    private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

    /** Where a process wrote a line behind the unfinished line of another one. A quotation is of neither. */
    private static final Pattern SECOND_PROCESS = Pattern.compile(
            "(?<=.)" + NO_QUOTATION
                    + "(?:(?=\\[rank\\d{1,7}\\]:)|(?=\\[(?:[^\\[\\],\\s]{1,100},)?(?:mpirank:)?\\d{1,7}(?:,[^\\[\\],\\s]{1,253})?\\]<std(?:out|err)>:))");

    /** What Ray's driver adds to a line of which it suppressed others (Ray, "Log deduplication"). */
    private static final Pattern REPEATED =
            Pattern.compile(" ?\\[repeated \\d{1,7}x across cluster\\](?: \\(Ray deduplicates .*)?$");

    /** What {@code tail} and {@code head} write before the lines of each of several files. */
    private static final Pattern FILE_HEADER = Pattern.compile("==> (\\S{1,500}) <== ");

    /** What ends such a header; other names are too rare, and a word must be long. */
    static final List<String> FILE_HEADERS =
            List.of(".log <==", ".txt <==", ".out <==", ".err <==", ".console <==", "stdout <==", "stderr <==");

    /** The rank that a process itself writes into a message. */
    static final Pattern OWN_RANK = Pattern.compile("\\[(?:rank|Rank )(\\d{1,7})\\]");

    /** Launchers, collectors and runtimes can each add one. */
    private static final int MOST_PREFIXES = 8;

    private static final int MOST_PROCESSES_IN_LINE = 64;

    /** Texts of one line of which each was written over the one before. */
    private static final int MOST_OVERWRITTEN = 1 << 10;

    private final Set<PrefixForm> fileForms;
    private final Set<String> hosts;
    private Numbers numbers;
    /** The file that the lines are from, where several files follow each other; empty where none is named. */
    private String section = "";
    /** The stream in the prefix of the last line. */
    private String stream = "";

    /** What the numbers in the prefixes of a file count. */
    enum Numbers {
        /** Global ranks. */
        RANKS,
        /** Tasks of a launcher, of which each can have several ranks. */
        TASKS,
        /** Lines of the file. */
        LINES
    }

    LinePrefix(Set<PrefixForm> fileForms, Set<String> hosts, Numbers numbers) {
        this.fileForms = fileForms;
        this.hosts = hosts;
        this.numbers = numbers;
    }

    /** Returns what removes the same prefixes, and knows nothing of the lines that this one has seen. */
    LinePrefix unused() {
        return new LinePrefix(fileForms, hosts, numbers);
    }

    /** What the prefixes before a text say, {@code cri} the stream and the mark of the CRI; the text begins at {@code start}. */
    private record Prefixes(
            int start, int rank, boolean ownRank, int number, String host, String writer, long time, String cri) {
        Prefixes at(int position) {
            return new Prefixes(position, rank, ownRank, number, host, writer, time, cri);
        }
    }

    /**
     * Returns the lines that processes wrote into one line of a file.
     *
     * @param line the line, without its line feed
     * @param whole whether a line feed ended it
     */
    List<TextLine> remove(String line, boolean whole) {
        String source = line;
        String text = withoutControls(line);
        Matcher header = text.startsWith("==> ") ? FILE_HEADER.matcher(text) : null;
        if (header != null && header.matches() && FILE_HEADERS.stream().anyMatch(text.stripTrailing()::endsWith)) {
            section = header.group(1);
        }
        Prefixes prefixes = read(text, new Prefixes(0, -1, false, -1, "", section, Call.NO_TIME, ""));
        DockerLine docker = DockerLine.of(text, prefixes.start);
        boolean partial = prefixes.cri.endsWith("P");
        stream = prefixes.cri.isEmpty() ? "" : prefixes.cri.substring(0, prefixes.cri.length() - 2);
        if (docker != null) {
            source = docker.text();
            text = withoutControls(docker.text());
            prefixes = read(
                    text,
                    new Prefixes(
                            0,
                            prefixes.rank,
                            prefixes.ownRank,
                            prefixes.number,
                            prefixes.host,
                            prefixes.writer,
                            docker.time(),
                            ""));
            partial = !docker.whole();
            stream = docker.stream();
        }
        List<TextLine> lines = new ArrayList<>(1);
        // What a terminal shows no more, such as a progress bar before it moved, was written all the same.
        Prefixes ofLine = prefixes;
        int end = text.indexOf('\r', prefixes.start);
        for (int texts = 1; end >= 0; texts++) {
            String overwritten = text.substring(prefixes.start, end);
            if (!overwritten.isBlank()) {
                addProcesses(overwritten, prefixes.at(0), true, lines);
            }
            int next = texts < MOST_OVERWRITTEN ? end : text.lastIndexOf('\r');
            prefixes = read(text, ofLine.at(next + 1));
            end = text.indexOf('\r', prefixes.start);
        }
        addProcesses(text, prefixes, whole && !partial, lines);
        if (partial) {
            // What follows a part of a line is the next part, so that blanks at its end count.
            TextLine last = lines.remove(lines.size() - 1);
            lines.add(last.with(
                    last.text() + source.substring(source.stripTrailing().length()), false));
        }
        return lines;
    }

    /** Adds the lines that processes wrote one behind the other. */
    private void addProcesses(String text, Prefixes first, boolean whole, List<TextLine> lines) {
        Prefixes prefixes = first;
        int from = Math.min(prefixes.start, text.length());
        boolean several = text.indexOf("[rank", from) >= 0 || text.indexOf("]<std", from) >= 0;
        if (several) {
            Matcher second = SECOND_PROCESS.matcher(text).region(from, text.length());
            for (int i = 1; i < MOST_PROCESSES_IN_LINE && second.find(); i++) {
                lines.add(line(text.substring(from, second.start()), prefixes, false));
                Prefixes outer = new Prefixes(second.start(), -1, false, -1, prefixes.host, section, prefixes.time, "");
                prefixes = read(text, outer);
                from = prefixes.start;
                second.region(from, text.length());
            }
        }
        lines.add(line(text.substring(from).stripTrailing(), prefixes, whole));
    }

    /** Returns the stream in the prefix of the last line, {@code stdout} or {@code stderr}; empty where it has none. */
    String stream() {
        return stream;
    }

    /** Removes what terminals and editors added. One blank ends the result, as in a line of which a prefix is all. */
    static String withoutControls(String line) {
        String text = line;
        if (text.indexOf('\u001b') >= 0) {
            text = CONTROL.matcher(text).replaceAll("");
        }
        if (text.indexOf('\0') >= 0) {
            text = text.replace("\0", "");
        }
        if (text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(BYTE_ORDER_MARK.length());
        }
        return text.stripTrailing() + " ";
    }

    private TextLine line(String text, Prefixes prefixes, boolean whole) {
        int rank = prefixes.rank;
        if (rank < 0 && prefixes.number >= 0 && numbers == Numbers.RANKS) {
            Matcher own = OWN_RANK.matcher(text);
            if (own.find() && Integer.parseInt(own.group(1)) != prefixes.number) {
                numbers = Numbers.TASKS;
            } else {
                rank = prefixes.number;
            }
        }
        String program = text.endsWith(")") || text.endsWith("]")
                ? REPEATED.matcher(text).replaceFirst("")
                : text;
        return new TextLine(
                program,
                rank,
                prefixes.ownRank,
                prefixes.host,
                prefixes.writer,
                prefixes.time,
                program.length() < text.length(),
                whole);
    }

    /** Reads the prefixes at the start of a text. */
    private Prefixes read(String text, Prefixes outer) {
        Prefixes prefixes = outer;
        Set<PrefixForm> used = null;
        for (int i = 0; i < MOST_PREFIXES && prefixes.start < text.length(); i++) {
            Prefixes next = null;
            for (PrefixForm form : PrefixForm.startingWith(text.charAt(prefixes.start))) {
                if (form.needsFile() && (!fileForms.contains(form) || used != null && used.contains(form))) {
                    continue;
                }
                Matcher prefix = form.match(text, prefixes.start);
                if (prefix != null && !(form.needsFile() && isUnknownWord(form.host(prefix)))) {
                    next = with(prefixes, form, prefix);
                    if (form.needsFile()) {
                        used = used == null ? EnumSet.noneOf(PrefixForm.class) : used;
                        used.add(form);
                    }
                    break;
                }
            }
            if (next == null) {
                break;
            }
            prefixes = next;
        }
        return prefixes;
    }

    /** Returns whether a word where hosts stand in other lines can be the program's, such as {@code ValueError}. */
    private boolean isUnknownWord(String host) {
        return !host.isEmpty()
                && !hosts.contains(host)
                && host.chars().noneMatch(letter -> letter >= '0' && letter <= '9');
    }

    private Prefixes with(Prefixes outer, PrefixForm form, Matcher prefix) {
        int rank = form.rank(prefix);
        int number = form == PrefixForm.NUMBER_TAB || numbers == Numbers.LINES ? -1 : form.number(prefix);
        if (rank >= 0 && outer.number >= 0 && rank != outer.number && numbers == Numbers.RANKS) {
            numbers = Numbers.TASKS;
        }
        String host = form.host(prefix);
        String process = form.process(prefix);
        long time = form.time(prefix);
        String writer = outer.writer;
        for (String part : List.of(rank < 0 ? "" : "rank " + rank, number < 0 ? "" : "task " + number, host, process)) {
            writer = part.isEmpty() ? writer : writer.isEmpty() ? part : writer + ", " + part;
        }
        return new Prefixes(
                prefix.end(),
                rank >= 0 ? rank : outer.rank,
                outer.ownRank || form == PrefixForm.TORCH_RANK,
                number >= 0 ? number : outer.number,
                host.isEmpty() ? outer.host : host,
                writer,
                time == Call.NO_TIME ? outer.time : time,
                form == PrefixForm.CRI ? prefix.group("stream") + " " + prefix.group("part") : outer.cri);
    }
}
