package dev.rollcall.analyzer.redaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that take the place of real ones, the same one for the same name everywhere: {@code host-1}, {@code ip-1},
 * {@code user-1}, {@code job-1}, {@code /dir-1/file-1.log}.
 *
 * <p>In a text, known names are replaced as whole words whatever their case, the longest first. What looks like a path, a URL, an
 * IP address or a host with a port is replaced even where it was not known. A file's name stays where it is that of a source
 * file. Not thread-safe.
 */
final class Pseudonyms {
    /** Fewer digits are more often a count than a job's number. */
    private static final int SHORTEST_NUMBER = 5;

    private static final int SHORTEST_CUT = 3;

    private static final String CODE =
            "py|pyx|pyi|java|kt|kts|scala|groovy|clj|c|cc|cpp|cxx|cu|cuh|h|hh|hpp|rs|go|ipynb";

    private static final Pattern CODE_FILE = Pattern.compile(".+\\.(?:" + CODE + ")");

    private static final Pattern KEPT_ENDING = Pattern.compile(
            "\\.(?:trace|log|txt|out|err|json|jsonl|pkl|pickle|gz|zst|zip|tar|tar\\.gz|tgz|csv|pt|bin|jar|class|so|yaml|toml)$",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern HOME =
            Pattern.compile("(?:/home|/Users|[A-Za-z]:[\\\\/]Users)[\\\\/]([^\\\\/\\s\"'`,;:()\\[\\]{}<>|…]+)");

    private static final String IN_PATH = "[^\\s\"'`<>|;,()\\[\\]{}=:]";

    /** Each group is a kind of name, see {@link #shaped}. */
    private static final Pattern SHAPES =
            Pattern.compile("(?<url>(?<![\\w])[A-Za-z][A-Za-z0-9+.-]*://[^\\s\"'`<>|;,()\\]{}]+)"
                    + "|(?<windows>(?<![A-Za-z0-9])(?:[A-Za-z]:[\\\\/]|\\\\\\\\)" + IN_PATH + "+)"
                    + "|(?<absolute>(?<![\\w.…/])(?:~[\\w.-]*|\\.{1,2})?/" + IN_PATH + "*/" + IN_PATH + "*)"
                    + "|(?<relative>(?<![\\w./])[\\w.@…-]+(?:/[\\w.@…-]+)*/[\\w.@…-]+\\.[A-Za-z]\\w{0,7}(?!\\w))"
                    + "|(?<address>(?<![\\w.])(?:\\d{1,3}\\.){3}\\d{1,3}(?!\\w|\\.\\d)"
                    + "|(?<![\\w:.])(?=[0-9A-Fa-f:.]*\\d)(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}"
                    + "|(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4})*)?)(?![\\w:]))"
                    + "|(?<user>(?<![\\w.+-])[\\w.+-]+)@(?![0-9a-f]{1,8}(?![\\w.-]))(?<at>[A-Za-z][\\w-]*(?:\\.[\\w-]+)*)"
                    + "|\\[(?<bracketed>[\\w.-]*[A-Za-z][\\w.-]*)](?=:\\d{2,5}(?!\\d))"
                    + "|\\((?<paired>[A-Za-z][\\w.-]*)(?=, ?\\d{4,5}\\))"
                    + "|(?<![\\w.-])(?<port>[A-Za-z][\\w-]*(?:\\.[\\w-]+)+)(?=:\\d{4,5}(?!\\d))"
                    + "|(?<=UnknownHostException[: (\"]{1,4})(?<unknown>[\\w-][\\w.-]*)"
                    + "|(?<![\\w-])(?<cloud>ip-\\d{1,3}(?:-\\d{1,3}){3}[\\w.-]*)");

    private static final List<String> HOST_GROUPS = List.of("bracketed", "paired", "port", "unknown", "cloud");

    /** What the report itself says, and names that identify no machine. */
    private static final Set<String> PUBLIC =
            Set.of("localhost", "~/.cache/torch", "127.0.0.1", "127.0.1.1", "0.0.0.0", "::1", "::");

    private final Map<String, Map<String, String>> kinds = new HashMap<>();
    private final WordTable paths = new WordTable();
    private final WordTable names = new WordTable();
    private final List<String> domains = new ArrayList<>();
    /** Most texts of a job are the same frames again and again. A new name makes all of them out of date. */
    private final Map<String, String> redacted = new HashMap<>();

    /** Names that are known, in lower case. A look-up costs as much as there are lengths of names with one first word. */
    private final class WordTable {
        private final Map<String, String> pseudonyms = new LinkedHashMap<>();
        private final Map<String, NavigableSet<Integer>> lengths = new HashMap<>();

        void put(String name, String pseudonym) {
            int from = 0;
            while (from < name.length() && !Character.isLetterOrDigit(name.charAt(from))) {
                from++;
            }
            String known = name.substring(from).toLowerCase(Locale.ROOT);
            if (known.isEmpty() || known.matches("\\d{1," + (SHORTEST_NUMBER - 1) + "}")) {
                return;
            }
            if (pseudonyms.putIfAbsent(known, pseudonym) == null) {
                redacted.clear();
                lengths.computeIfAbsent(word(known, 0), word -> new TreeSet<>()).add(known.length());
            }
        }

        /** Returns the longest name that stands at a place of a text, with its pseudonym; null for none. */
        Map.Entry<String, String> at(String text, int place) {
            NavigableSet<Integer> possible = lengths.get(word(text, place));
            if (possible != null) {
                for (int length : possible.descendingSet()) {
                    int end = place + length;
                    if (end <= text.length() && ends(text, place, end)) {
                        String name = text.substring(place, end);
                        String pseudonym = pseudonyms.get(name.toLowerCase(Locale.ROOT));
                        if (pseudonym != null) {
                            return Map.entry(name, pseudonym);
                        }
                    }
                }
            }
            return cut(text, place);
        }

        /** A name that was shortened still shows how it begins. */
        private Map.Entry<String, String> cut(String text, int place) {
            int dots = text.indexOf('…', place);
            if (dots - place < SHORTEST_CUT || text.substring(place, dots).indexOf(' ') >= 0) {
                return null;
            }
            String begun = text.substring(place, dots);
            String lower = begun.toLowerCase(Locale.ROOT);
            return pseudonyms.entrySet().stream()
                    .filter(each -> each.getKey().startsWith(lower))
                    .findFirst()
                    .map(each -> Map.entry(begun, each.getValue()))
                    .orElse(null);
        }

        private static boolean ends(String text, int start, int end) {
            if (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
                return false;
            }
            // 12,345 is one number.
            boolean number = text.substring(start, end).chars().allMatch(Character::isDigit);
            return !number || !grouped(text, start - 1, -1) && !grouped(text, end, 1);
        }

        private static boolean grouped(String text, int separator, int step) {
            int beyond = separator + step;
            return beyond >= 0
                    && beyond < text.length()
                    && ".,".indexOf(text.charAt(separator)) >= 0
                    && Character.isDigit(text.charAt(beyond));
        }

        private static String word(String text, int from) {
            int to = from;
            while (to < text.length() && Character.isLetterOrDigit(text.charAt(to))) {
                to++;
            }
            return text.substring(from, to).toLowerCase(Locale.ROOT);
        }
    }

    private String pseudonym(String kind, String name) {
        Map<String, String> known = kinds.computeIfAbsent(kind, unused -> new LinkedHashMap<>());
        return known.computeIfAbsent(name, unused -> kind + "-" + (known.size() + 1));
    }

    /** Returns the pseudonym of a host or of its address; empty stays empty. */
    String host(String host) {
        if (host.isEmpty() || PUBLIC.contains(host)) {
            return host;
        }
        if (SHAPES.matcher(host).matches() && host.matches("[0-9.]+|[0-9A-Fa-f:.]+:.*")) {
            return address(host);
        }
        String lower = host.toLowerCase(Locale.ROOT);
        int dot = lower.indexOf('.');
        boolean isNew = !kinds.getOrDefault("host", Map.of()).containsKey(lower);
        // A console may call one machine by its short and by its full name.
        String pseudonym =
                dot > 0 && isNew && kinds.getOrDefault("host", Map.of()).containsKey(lower.substring(0, dot))
                        ? kinds.get("host").get(lower.substring(0, dot))
                        : pseudonym("host", lower);
        kinds.get("host").putIfAbsent(lower, pseudonym);
        names.put(lower, pseudonym);
        if (dot > 0) {
            names.put(lower.substring(0, dot), pseudonym);
            String domain = lower.substring(dot + 1);
            if (domain.indexOf('.') > 0 && !domains.contains(domain)) {
                domains.add(domain);
                names.put(domain, pseudonym("domain", domain));
            }
        }
        return pseudonym;
    }

    private String address(String address) {
        return PUBLIC.contains(address) ? address : pseudonym("ip", address.toLowerCase(Locale.ROOT));
    }

    /** Returns the pseudonym of a job's name or number; empty stays empty. */
    String job(String job) {
        if (job.isEmpty()) {
            return job;
        }
        String pseudonym = pseudonym("job", job);
        names.put(job, pseudonym);
        return pseudonym;
    }

    /** Learns the users whose home folders a text mentions. */
    void learnUsers(String text) {
        if (!text.contains("/home") && !text.contains("Users")) {
            return;
        }
        Matcher home = HOME.matcher(text);
        while (home.find()) {
            user(home.group(1));
        }
    }

    private String user(String user) {
        String pseudonym = pseudonym("user", user.toLowerCase(Locale.ROOT));
        names.put(user, pseudonym);
        return pseudonym;
    }

    /** Returns the pseudonym of a file that was read, always as an absolute path; empty stays empty. */
    String source(String file) {
        if (file.isEmpty()) {
            return file;
        }
        int slash = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
        String name = file.substring(slash + 1);
        String pseudonym = "/" + pseudonym("dir", folder(file)) + "/" + file(name);
        paths.put(file, file.startsWith("/") ? pseudonym.substring(1) : pseudonym);
        if (!CODE_FILE.matcher(name).matches() && name.matches(".*[A-Za-z].*") && name.matches(".*[^A-Za-z0-9].*")) {
            paths.put(name, file(name));
        }
        return pseudonym;
    }

    /** Returns a text with all names in it replaced. */
    String text(String text) {
        String known = redacted.get(text);
        if (known == null) {
            known = words(text, paths, gap -> shapes(gap, this::named));
            redacted.put(text, known);
        }
        return known;
    }

    private String named(String text) {
        return words(text, names, rest -> rest);
    }

    /** Replaces known names; another function has what stands between them. */
    private String words(String text, WordTable table, Function<String, String> between) {
        StringBuilder out = new StringBuilder();
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            boolean begins = Character.isLetterOrDigit(text.charAt(i))
                    && (i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1)));
            if (!begins) {
                continue;
            }
            Map.Entry<String, String> found = table.at(text, i);
            if (found == null && table == names) {
                found = inDomain(text, i);
            }
            if (found != null) {
                out.append(between.apply(text.substring(done, i))).append(found.getValue());
                done = i + found.getKey().length();
                i = done - 1;
            }
        }
        return done == 0
                ? between.apply(text)
                : out.append(between.apply(text.substring(done))).toString();
    }

    /** Takes a name in a domain of known hosts for a host. */
    private Map.Entry<String, String> inDomain(String text, int from) {
        for (String domain : domains) {
            int at = text.toLowerCase(Locale.ROOT).indexOf("." + domain, from);
            if (at > from && text.substring(from, at).matches("[\\w.-]+")) {
                String host = text.substring(from, at + 1 + domain.length());
                return Map.entry(host, host(host));
            }
        }
        return null;
    }

    private String shapes(String text, Function<String, String> between) {
        Matcher shape = SHAPES.matcher(text);
        StringBuilder out = new StringBuilder();
        int done = 0;
        while (shape.find()) {
            String found = shape.group();
            out.append(between.apply(text.substring(done, shape.start())))
                    .append(PUBLIC.contains(found.replaceFirst("[.]+$", "")) ? found : shaped(shape));
            done = shape.end();
        }
        return done == 0
                ? between.apply(text)
                : out.append(between.apply(text.substring(done))).toString();
    }

    private String shaped(Matcher shape) {
        if (shape.group("url") != null) {
            return url(shape.group());
        }
        if (shape.group("windows") != null || shape.group("absolute") != null || shape.group("relative") != null) {
            return path(shape.group());
        }
        if (shape.group("address") != null) {
            return address(shape.group());
        }
        if (shape.group("user") != null) {
            return user(shape.group("user")) + "@" + host(shape.group("at"));
        }
        for (String group : HOST_GROUPS) {
            String host = shape.group(group);
            if (host != null) {
                boolean code = group.equals("port") && CODE_FILE.matcher(host).matches();
                return shape.group().replace(host, code ? named(host) : host(host));
            }
        }
        return shape.group();
    }

    private String url(String url) {
        int authority = url.indexOf("://") + 3;
        int path = url.indexOf('/', authority);
        String where = url.substring(authority, path < 0 ? url.length() : path);
        String user = where.indexOf('@') < 0 ? "" : user(where.substring(0, where.indexOf('@'))) + "@";
        String hostAndPort = where.substring(where.indexOf('@') + 1);
        int colon = hostAndPort.matches(".*:\\d+") ? hostAndPort.lastIndexOf(':') : hostAndPort.length();
        String host = host(hostAndPort.substring(0, colon).replaceAll("[\\[\\].]+$|^\\[", ""));
        String rest = path < 0 || path == url.length() - 1 ? "" : path(url.substring(path));
        return url.substring(0, authority) + user + host + hostAndPort.substring(colon) + rest;
    }

    /** Replaces a path that stands in a text; full stops behind it belong to the sentence. */
    private String path(String text) {
        String path = text.replaceFirst("[.…]+$", "");
        int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
        if (slash < 0 || path.length() <= 1) {
            return text;
        }
        learnUsers(path);
        String name = path.substring(slash + 1);
        return "/" + pseudonym("dir", folder(path)) + (name.isEmpty() ? "" : "/" + file(name))
                + text.substring(path.length());
    }

    private static String folder(String path) {
        int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
        return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
    }

    private String file(String name) {
        if (CODE_FILE.matcher(name).matches()) {
            return named(name);
        }
        Matcher ending = KEPT_ENDING.matcher(name);
        return pseudonym("file", name) + (ending.find() ? ending.group() : "");
    }
}
