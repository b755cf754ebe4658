package dev.rollcall.analyzer.input.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Decides from some lines of a file which ambiguous prefixes its lines have. {@code 3: } before one line can be anything; it is a
 * prefix if nearly all lines have such a number, and a rank unless a line contradicts. Not thread-safe.
 */
final class PrefixSample {
    /** Of how many lines those with the prefix must be; the others are messages of the launcher itself. */
    private static final double NEARLY_ALL = 0.9;

    /** A role and a number in brackets, with a colon, is nothing else in most texts. */
    private static final double HALF = 0.5;

    private static final int MOST_LAYERS = 3;

    private static final Pattern LAUNCHERS_OWN = Pattern.compile(
            "srun: |slurmstepd: |pdsh@|\\[(?:mpiexec|proxy)|mpi(?:run|exec)\\b|prterun\\b|={3}|==> |-{3}|={0,3}   |\\*{3}");

    /** A launcher that starts the processes of a whole host: what starts the launcher counts hosts and not ranks. */
    private static final Pattern LAUNCHER_PER_HOST = Pattern.compile(
            "torchrun|torch[./]distributed[./](?:run|elastic|launch)|local_rank|LOCAL_RANK|for each process to be 1 in default");

    /** Words that stand before a colon in what programs and launchers write. */
    private static final Pattern NO_HOST = Pattern.compile(
            "(?i)\\w*(?:error|exception|warning|warn|info|debug|critical|fatal|trace|note|step|epoch|iter|iteration|loss"
                    + "|srun|slurmstepd|mpirun|mpiexec|prterun|torchrun)\\d*");

    private final List<String> lines;
    /** Where each line goes on after the prefixes that are known. */
    private final int[] starts;
    /** The number in the prefixes of each line; -1 where none is. */
    private final int[] numbers;

    private final boolean[] launchersOwn;

    private PrefixSample(List<String> lines) {
        this.lines = lines;
        this.starts = new int[lines.size()];
        this.numbers = new int[lines.size()];
        Arrays.fill(numbers, -1);
        this.launchersOwn = new boolean[lines.size()];
        for (int i = 0; i < launchersOwn.length; i++) {
            launchersOwn[i] = LAUNCHERS_OWN.matcher(lines.get(i)).lookingAt();
        }
    }

    /** Returns what removes the prefixes of a file. */
    static LinePrefix prefixesOf(List<String> sampled) {
        List<String> lines = new ArrayList<>();
        for (String line : sampled) {
            String text = LinePrefix.withoutControls(line);
            DockerLine docker = DockerLine.of(text, 0);
            text = docker == null ? text : LinePrefix.withoutControls(docker.text());
            if (!text.isBlank()) {
                lines.add(text);
            }
        }
        return new PrefixSample(lines).prefixes();
    }

    private LinePrefix prefixes() {
        Set<PrefixForm> forms = EnumSet.noneOf(PrefixForm.class);
        Set<String> hosts = new HashSet<>();
        skipSureForms();
        boolean more = true;
        for (int layer = 0; layer < MOST_LAYERS && more; layer++) {
            more = false;
            for (PrefixForm form : PrefixForm.values()) {
                if (form.needsFile() && !forms.contains(form) && !more && isForm(form, hosts)) {
                    forms.add(form);
                    skip(form);
                    skipSureForms();
                    more = true;
                }
            }
        }
        return new LinePrefix(forms, hosts, meaningOfNumbers());
    }

    private void skipSureForms() {
        for (int i = 0; i < starts.length; i++) {
            boolean skipped = true;
            while (skipped && starts[i] < lines.get(i).length()) {
                skipped = false;
                for (PrefixForm form : PrefixForm.startingWith(lines.get(i).charAt(starts[i]))) {
                    if (!form.needsFile() && skip(form, i)) {
                        skipped = true;
                        break;
                    }
                }
            }
        }
    }

    private void skip(PrefixForm form) {
        for (int i = 0; i < starts.length; i++) {
            skip(form, i);
        }
    }

    private boolean skip(PrefixForm form, int line) {
        Matcher prefix = form.match(lines.get(line), starts[line]);
        if (prefix == null) {
            return false;
        }
        starts[line] = prefix.end();
        int number = form.number(prefix);
        numbers[line] = number < 0 ? numbers[line] : number;
        return true;
    }

    /** Returns whether nearly all lines have a prefix of a form, each of them in several lines; adds the hosts in them. */
    private boolean isForm(PrefixForm form, Set<String> hosts) {
        if (form == PrefixForm.NUMBER_COLON_BLANK && anyHas(PrefixForm.NUMBER_COLON, form)) {
            return false;
        }
        double share = form == PrefixForm.TORCHRUN_ROLE ? HALF : NEARLY_ALL;
        int without = 0;
        int with = 0;
        boolean ascending = true;
        int last = -1;
        Set<String> values = new HashSet<>();
        Set<String> found = new HashSet<>();
        for (int i = 0; i < starts.length; i++) {
            Matcher prefix = form.match(lines.get(i), starts[i]);
            if (prefix != null) {
                with++;
                String host = form.host(prefix);
                int number = form.number(prefix);
                ascending &= number > last;
                last = number;
                values.add(number < 0 ? host + " " + form.process(prefix) : String.valueOf(number));
                if (!host.isEmpty()) {
                    found.add(host);
                }
            }
            boolean ofProgram = starts[i] > 0 || !launchersOwn[i];
            without += prefix == null && ofProgram ? 1 : 0;
            if (starts.length - without < share * starts.length) {
                return false;
            }
        }
        boolean is = with > 1
                && with >= share * (with + without)
                && (values.size() * 2 <= with || ascending)
                && found.stream().noneMatch(host -> NO_HOST.matcher(host).matches());
        if (is) {
            hosts.addAll(found);
        }
        return is;
    }

    /** Returns whether a line has a prefix of one form and not of another. */
    private boolean anyHas(PrefixForm form, PrefixForm other) {
        return IntStream.range(0, starts.length)
                .anyMatch(i ->
                        form.match(lines.get(i), starts[i]) != null && other.match(lines.get(i), starts[i]) == null);
    }

    private LinePrefix.Numbers meaningOfNumbers() {
        if (Arrays.stream(numbers).allMatch(number -> number < 0)) {
            return LinePrefix.Numbers.LINES;
        }
        boolean ascending = true;
        boolean contradicted = false;
        boolean launcherPerHost = false;
        Set<Integer> confirmed = new HashSet<>();
        int last = -1;
        for (int i = 0; i < starts.length; i++) {
            launcherPerHost |= LAUNCHER_PER_HOST.matcher(lines.get(i)).find();
            if (numbers[i] >= 0) {
                ascending &= numbers[i] > last;
                last = numbers[i];
                Matcher own = LinePrefix.OWN_RANK.matcher(lines.get(i));
                if (own.find()) {
                    boolean agrees = Integer.parseInt(own.group(1)) == numbers[i];
                    contradicted |= !agrees;
                    confirmed.add(numbers[i]);
                }
            }
        }
        if (ascending) {
            return LinePrefix.Numbers.LINES;
        }
        return contradicted || launcherPerHost && confirmed.size() < 2
                ? LinePrefix.Numbers.TASKS
                : LinePrefix.Numbers.RANKS;
    }
}
