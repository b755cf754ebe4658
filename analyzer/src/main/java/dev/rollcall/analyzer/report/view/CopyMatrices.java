package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.ProcessTrace;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.view.CopyMatrix.Cell;
import dev.rollcall.analyzer.report.view.CopyMatrix.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Draws the {@link CopyMatrix} of each host. */
public final class CopyMatrices {
    private static final int SHORT_ID = 8;

    /** A device as the ranks of its host see it; those that see it under several numbers share it by its UUID. */
    private record Device(int ordinal, String id) {
        private Object identity() {
            return id.isEmpty() ? ordinal : id;
        }
    }

    private record Way(Object source, Object destination, boolean rerouted) {}

    private final Map<Object, Device> devices = new LinkedHashMap<>();
    private final Map<Way, CopyTally> copies = new HashMap<>();

    private CopyMatrices() {}

    /** Returns one a host that copied, those with bad copies first; none where no copies were recorded. */
    public static List<CopyMatrix> of(List<Rank> ranks) {
        Map<String, CopyMatrices> hosts = new TreeMap<>();
        for (Rank rank : ranks) {
            for (CopyTally each : rank.copies()) {
                hosts.computeIfAbsent(rank.host(), host -> new CopyMatrices()).add(each);
            }
        }
        List<CopyMatrix> matrices = new ArrayList<>();
        hosts.forEach((host, its) -> matrices.add(its.draw(hosts.size() == 1 ? "" : Printable.of(host))));
        matrices.sort(Comparator.comparing(matrix -> !matrix.bad()));
        return matrices;
    }

    /** Returns that of one process; none where no copies were recorded. */
    public static List<CopyMatrix> of(ProcessTrace process) {
        CopyMatrices its = new CopyMatrices();
        process.copies().forEach(its::add);
        return process.copies().isEmpty() ? List.of() : List.of(its.draw(""));
    }

    private void add(CopyTally tally) {
        Device source = new Device(tally.source(), tally.sourceId());
        Device destination = new Device(tally.destination(), tally.destinationId());
        devices.putIfAbsent(source.identity(), source);
        devices.putIfAbsent(destination.identity(), destination);
        copies.merge(new Way(source.identity(), destination.identity(), tally.rerouted()), tally, CopyTally::plus);
    }

    private CopyMatrix draw(String host) {
        List<Device> ordered = new ArrayList<>(devices.values());
        ordered.sort(Comparator.comparing((Device device) -> device.ordinal == CopyTally.HOST)
                .thenComparing(Device::ordinal)
                .thenComparing(Device::id));
        boolean ambiguous = ordered.stream().map(Device::ordinal).distinct().count() < ordered.size();
        List<Row> rows = new ArrayList<>();
        for (Device source : ordered) {
            List<Cell> cells = ordered.stream().map(to -> cell(source, to)).toList();
            if (cells.stream().anyMatch(cell -> !cell.lines().isEmpty())) {
                rows.add(new Row(name(source, ambiguous), cells));
            }
        }
        return new CopyMatrix(
                host, ordered.stream().map(each -> name(each, ambiguous)).toList(), rows);
    }

    private static String name(Device device, boolean ambiguous) {
        String id = device.id.substring(0, Math.min(SHORT_ID, device.id.length()));
        return CopyTally.device(device.ordinal) + (ambiguous && !id.isEmpty() ? " (" + Printable.of(id) + "…)" : "");
    }

    private Cell cell(Device from, Device to) {
        CopyTally direct = copies.get(new Way(from.identity(), to.identity(), false));
        CopyTally byHost = copies.get(new Way(from.identity(), to.identity(), true));
        List<String> lines = new ArrayList<>();
        boolean bad = false;
        boolean known = false;
        for (CopyTally each : new CopyTally[] {direct, byHost}) {
            if (each != null) {
                lines.addAll(lines(each, each == direct ? "" : "through the host: "));
                bad |= each.bad() > 0;
                known |= each.verified() > 0;
            }
        }
        return new Cell(bad, known, lines);
    }

    private static List<String> lines(CopyTally copies, String way) {
        List<String> lines = new ArrayList<>();
        long bad = copies.bad();
        if (bad > 0) {
            lines.add(way + grouped(bad) + " of " + grouped(copies.verified()) + " bad");
            new TreeMap<>(copies.verdicts()).forEach((verdict, count) -> {
                if (!verdict.equals(CopyTally.INTACT)
                        && !verdict.equals(CopyTally.NOT_VERIFIED)
                        && !verdict.equals(CopyTally.SOURCE_CHANGED)) {
                    lines.add((count == bad ? "" : grouped(count) + " ") + Printable.of(verdict));
                }
            });
        } else if (copies.verified() > 0) {
            lines.add(way + grouped(copies.verified()) + " intact");
        }
        long changed = copies.count(CopyTally.SOURCE_CHANGED);
        if (changed > 0) {
            lines.add(way + grouped(changed) + (changed == 1 ? " whose source changed" : " whose sources changed"));
        }
        long unknown = copies.count(CopyTally.NOT_VERIFIED);
        if (unknown > 0) {
            lines.add(way + grouped(unknown) + " not verified");
        }
        return lines;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
