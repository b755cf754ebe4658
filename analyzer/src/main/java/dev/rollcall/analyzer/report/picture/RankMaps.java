package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.report.picture.RankMap.Cell;
import dev.rollcall.analyzer.report.picture.RankMap.Key;
import dev.rollcall.analyzer.report.picture.RankMap.Label;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Draws the {@link RankMap} of a verdict. */
public final class RankMaps {
    /** Of more ranks, a cell stands for a host. */
    private static final int MOST_CELLS = 1024;
    /** Of more ranks, the cells are small. */
    private static final int MOST_LARGE = 128;

    private static final int ROW_OF_UNKNOWN_HOST = 16;
    private static final String UNKNOWN_HOST = "host unknown";
    private static final int WIDTH = 1120;
    private static final int GAP = 3;
    private static final int TOP = 20;
    private static final int LONGEST_HOST = 16;
    private static final int HOST_CELL = 22;
    /** The hosts of a row are a multiple of these, to be counted off. */
    private static final int HOSTS_TOGETHER = 8;

    private static final int FONT = 12;
    private static final int SMALL_FONT = 10;

    private final Verdict verdict;
    private final RankLevels levels;
    private final String domain;
    private final SortedMap<Integer, Rank> read = new TreeMap<>();
    private final List<Label> labels = new ArrayList<>();
    private final List<Cell> cells = new ArrayList<>();
    private int right;
    private int bottom;

    private RankMaps(Verdict verdict) {
        this.verdict = verdict;
        this.levels = RankLevels.of(verdict);
        this.domain = domain(verdict.job());
        verdict.job().ranks().forEach(rank -> read.put(rank.number(), rank));
    }

    /** Ranks in one row. */
    private record Row(String label, List<Integer> ranks) {}

    /** Returns the map of the ranks of a verdict; null where there is one rank alone, or no wait was looked for. */
    public static RankMap of(Verdict verdict) {
        if (verdict.waits().classes().isEmpty()) {
            return null;
        }
        RankMaps map = new RankMaps(verdict);
        return map.levels.byRank().size() == 1 ? null : map.draw();
    }

    private RankMap draw() {
        boolean hosts =
                verdict.job().ranks().stream().anyMatch(rank -> !rank.host().isEmpty());
        List<Row> rows = rows(hosts);
        boolean whole = levels.byRank().size() <= MOST_CELLS;
        if (whole) {
            drawRanks(rows, hosts);
        } else {
            drawHosts(hosts ? rows : blocks(), hosts);
        }
        String each = whole ? "a square is a rank" : hosts ? "a square is a host" : "a square is a block of ranks";
        return new RankMap(
                hosts ? "Ranks by host" : "Ranks (their hosts are not known)",
                caption(each),
                summary(),
                right,
                bottom,
                labels,
                cells,
                levels.byRank().size() > MOST_LARGE,
                legend());
    }

    private String caption(String each) {
        String start = Character.toUpperCase(each.charAt(0)) + each.substring(1);
        boolean waiting = levels.byRank().values().stream().anyMatch(RankLevel::waits);
        boolean behind = levels.byRank().containsValue(RankLevel.DIRECT);
        return start + "; colour and mark show "
                + (behind
                        ? "how far it waits behind " + levels.named()
                        : waiting ? "whether it waits" : "what is known of it")
                + ".";
    }

    private String summary() {
        Map<RankLevel, List<Integer>> ranks = new EnumMap<>(RankLevel.class);
        levels.byRank()
                .forEach((rank, level) -> ranks.computeIfAbsent(level, unused -> new ArrayList<>())
                        .add(rank));
        return ranks.entrySet().stream()
                .map(each -> RankText.title(each.getValue()) + ": "
                        + levels.words(each.getKey(), each.getValue().size()))
                .collect(Collectors.joining(". ", "", "."));
    }

    private List<Key> legend() {
        Map<RankLevel, Integer> counts = new EnumMap<>(RankLevel.class);
        levels.byRank().values().forEach(level -> counts.merge(level, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(each -> new Key(each.getKey(), levels.words(each.getKey(), each.getValue()), each.getValue()))
                .toList();
    }

    private List<Row> rows(boolean byHost) {
        Map<String, List<Integer>> hosts = new LinkedHashMap<>();
        Job job = verdict.job();
        for (int number : levels.byRank().keySet()) {
            Rank rank = job.rank(number);
            String host = rank == null ? between(number) : rank.host();
            hosts.computeIfAbsent(host, unused -> new ArrayList<>()).add(number);
        }
        List<Row> rows = new ArrayList<>();
        hosts.forEach((host, ranks) -> {
            if (!host.isEmpty()) {
                rows.addAll(wrapped(host, ranks));
            }
        });
        List<Integer> homeless = hosts.getOrDefault("", List.of());
        if (!homeless.isEmpty()) {
            rows.addAll(wrapped(byHost ? UNKNOWN_HOST : "", homeless));
        }
        return rows;
    }

    /** Returns the host of an unread rank that lies between ranks of one host; empty elsewhere. */
    private String between(int number) {
        SortedMap<Integer, Rank> before = read.headMap(number);
        SortedMap<Integer, Rank> after = read.tailMap(number);
        if (before.isEmpty() || after.isEmpty()) {
            return "";
        }
        String host = before.get(before.lastKey()).host();
        return host.equals(after.get(after.firstKey()).host()) ? host : "";
    }

    private static List<Row> wrapped(String host, List<Integer> ranks) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i += ROW_OF_UNKNOWN_HOST) {
            rows.add(new Row(
                    i == 0 ? Printable.of(host) : "",
                    ranks.subList(i, Math.min(ranks.size(), i + ROW_OF_UNKNOWN_HOST))));
        }
        return rows;
    }

    /** Returns blocks of ranks in a row, as few as there is room for. */
    private List<Row> blocks() {
        List<Integer> ranks = List.copyOf(levels.byRank().keySet());
        int size = (ranks.size() + MOST_CELLS - 1) / MOST_CELLS;
        List<Row> blocks = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i += size) {
            List<Integer> block = ranks.subList(i, Math.min(ranks.size(), i + size));
            blocks.add(new Row(RankText.title(block), block));
        }
        return blocks;
    }

    /** Draws a cell a rank; many rows stand in several columns. */
    private void drawRanks(List<Row> rows, boolean hosts) {
        boolean small = levels.byRank().size() > MOST_LARGE;
        int font = small ? SMALL_FONT : FONT;
        int width = Cell.width(levels.byRank().keySet().stream()
                .mapToInt(rank -> TextWidth.of(Integer.toString(rank), font))
                .max()
                .orElse(0));
        int height = small ? 18 : 26;
        // The place in a row is the local rank only where the whole host stands in it.
        boolean localRanks =
                hosts && rows.stream().noneMatch(row -> row.label.isEmpty() || row.label.equals(UNKNOWN_HOST));
        int longest = rows.stream().mapToInt(row -> row.ranks.size()).max().orElse(1);
        int margin = hosts
                ? 10
                        + rows.stream()
                                .mapToInt(row -> TextWidth.of(shortened(row.label), font))
                                .max()
                                .orElse(0)
                : 0;
        int block = margin + longest * (width + GAP);
        int across = Math.max(1, Math.min((WIDTH + 24) / (block + 24), (rows.size() + 15) / 16));
        int down = (rows.size() + across - 1) / across;
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            int left = i / down * (block + 24);
            int y = (hosts ? TOP : 0) + i % down * (height + GAP);
            if (i % down == 0 && localRanks) {
                for (int local = 0; local < longest; local++) {
                    labels.add(new Label(
                            left + margin + local * (width + GAP) + width / 2,
                            TOP - 7,
                            Integer.toString(local),
                            "local rank " + local,
                            "p-head"));
                }
            }
            boolean named = levels.worst(row.ranks).compareTo(RankLevel.SUSPECT) <= 0;
            labels.add(new Label(
                    left, y + height / 2 + 4, shortened(row.label), row.label, named ? "p-start p-strong" : "p-start"));
            for (int local = 0; local < row.ranks.size(); local++) {
                int rank = row.ranks.get(local);
                cell(
                        left + margin + local * (width + GAP),
                        y,
                        width,
                        height,
                        Integer.toString(rank),
                        List.of(rank),
                        tip(rank));
            }
        }
    }

    /** Draws a cell a host or block, in rows that begin with the name of the first host, or the first rank. */
    private void drawHosts(List<Row> rows, boolean byHost) {
        Map<String, List<Integer>> hosts = new LinkedHashMap<>();
        String host = "";
        for (Row row : rows) {
            host = row.label.isEmpty() ? host : row.label;
            hosts.computeIfAbsent(host, unused -> new ArrayList<>()).addAll(row.ranks);
        }
        int margin = 10
                + hosts.entrySet().stream()
                        .mapToInt(each -> TextWidth.of(beginning(each, byHost), SMALL_FONT))
                        .max()
                        .orElse(0);
        int across = (WIDTH - margin) / (HOST_CELL + GAP) / HOSTS_TOGETHER * HOSTS_TOGETHER;
        int at = 0;
        for (Map.Entry<String, List<Integer>> each : hosts.entrySet()) {
            Map<RankLevel, Integer> counts = new TreeMap<>();
            each.getValue().forEach(rank -> counts.merge(levels.of(rank), 1, Integer::sum));
            String told = counts.entrySet().stream()
                    .map(count ->
                            NumberText.grouped(count.getValue()) + " " + levels.words(count.getKey(), count.getValue()))
                    .collect(Collectors.joining(", "));
            int y = at / across * (HOST_CELL + GAP);
            if (at % across == 0) {
                labels.add(new Label(0, y + HOST_CELL / 2 + 4, beginning(each, byHost), each.getKey(), "p-start"));
            }
            cell(
                    margin + at % across * (HOST_CELL + GAP),
                    y,
                    HOST_CELL,
                    HOST_CELL,
                    "",
                    each.getValue(),
                    each.getKey() + ", " + RankText.describe(each.getValue()) + ": " + told);
            at++;
        }
    }

    private String beginning(Map.Entry<String, List<Integer>> first, boolean byHost) {
        return byHost
                ? shortened(first.getKey())
                : RankText.title(first.getValue().subList(0, 1));
    }

    private void cell(int x, int y, int width, int height, String text, List<Integer> ranks, String tip) {
        cells.add(new Cell(x, y, width, height, text, levels.worst(ranks), ranks, tip));
        right = Math.max(right, x + width);
        bottom = Math.max(bottom, y + height + 1);
    }

    private String tip(int number) {
        Rank rank = verdict.job().rank(number);
        String host = rank == null || rank.host().isEmpty() ? "" : " on " + Printable.of(rank.host());
        return "Rank " + number + host + ": " + levels.words(levels.of(number), 1);
    }

    /** Returns a host as there is room for, without the domain of all hosts: names differ at their end as often as in front. */
    private String shortened(String host) {
        String own = host.endsWith(domain) ? host.substring(0, host.length() - domain.length()) : host;
        int half = LONGEST_HOST / 2;
        return own.length() <= LONGEST_HOST
                ? own
                : own.substring(0, half - 1) + "…" + own.substring(own.length() - half);
    }

    /** Returns what follows the first dot of all hosts, with the dot; empty where they differ. */
    private static String domain(Job job) {
        List<String> domains = job.ranks().stream()
                .map(Rank::host)
                .filter(host -> !host.isEmpty())
                .map(Printable::of)
                .map(host -> host.substring(host.indexOf('.') <= 0 ? host.length() : host.indexOf('.')))
                .distinct()
                .limit(2)
                .toList();
        return domains.size() == 1 ? domains.get(0) : "";
    }
}
