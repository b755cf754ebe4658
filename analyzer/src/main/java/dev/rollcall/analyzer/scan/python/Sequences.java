package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Sym;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Python's functions over sequences. */
final class Sequences {
    private static final int LONGEST_RANGE = 200;

    private final PythonRun run;

    Sequences(PythonRun run) {
        this.run = run;
    }

    Value range(Arguments given) {
        Value begin = given.all().size() > 1 ? given.all().get(0) : Const.of(0L);
        Value end = given.all().size() > 1 ? given.all().get(1) : given.first();
        Value step = given.all().size() > 2 ? given.all().get(2) : Const.of(1L);
        run.part(begin, end, step);
        if (begin instanceof Const from && end instanceof Const to && step instanceof Const by && by.number() != 0) {
            long count = Math.max(0, -Math.floorDiv(from.number() - to.number(), by.number()));
            if (count <= LONGEST_RANGE) {
                List<Value> all = new ArrayList<>();
                for (long i = 0; i < count; i++) {
                    all.add(new Const(from.number() + i * by.number(), from.ranked(), run.open));
                }
                return new Items(all, end.origin());
            }
            return counted(begin, new Const(count, Keys.ranked(begin, end, step), end.origin()));
        }
        boolean simple =
                begin instanceof Const from && from.number() == 0 && step instanceof Const by && by.number() == 1;
        Value length = end instanceof Unknown unknown ? unknown.number() : end;
        Value count = simple && length instanceof Sym
                ? length
                : Sym.input(Keys.of("range", begin, end, step), 'J', Keys.ranked(begin, end, step), run.open);
        Value from = begin instanceof Unknown unknown ? unknown.number() : begin;
        boolean ones = step instanceof Const by && by.number() == 1;
        Value exact = ones && plain(from) && plain(length) ? Sym.of("-", 'J', run.open, length, from) : count;
        return counted(begin, simple ? count : exact);
    }

    private static boolean plain(Value value) {
        return value instanceof Sym || value instanceof Const known && known.isNumber();
    }

    private Unknown counted(Value begin, Value length) {
        Unknown range = run.unknown(Keys.of("range", begin, length), Keys.ranked(begin, length));
        range.attributes.put("len()", length);
        range.attributes.put("first", begin);
        return range;
    }

    Value copy(Value value) {
        if (value instanceof Items items) {
            return new Items(items.all, run.open);
        }
        return value instanceof Mapping mapping ? new Items(List.copyOf(mapping.keys.values()), run.open) : value;
    }

    Value enumerated(Value of) {
        if (of == null) {
            return of;
        }
        if (!(of instanceof Items items)) {
            return of instanceof Unknown ? pairs(of) : of;
        }
        List<Value> all = new ArrayList<>();
        for (int i = 0; i < items.all.size(); i++) {
            all.add(new Items(List.of(new Const((long) i, false, run.open), items.all.get(i)), run.open));
        }
        return new Items(all, items.origin());
    }

    /** Elements that nobody knows, each with its number: as many as there are of them. */
    private Unknown pairs(Value of) {
        Unknown all = run.unknown(Keys.of("enumerate", of), of.ranked());
        all.attributes.put("len()", run.statements.loops().length(of));
        return all;
    }

    /** Calls a function for each element; {@code filter} keeps those for which that is true, as far as it is known. */
    Value mapped(String name, Arguments given, Node node) {
        if (given.all().size() != 2) {
            return null;
        }
        Value function = given.all().get(0);
        Value all = given.all().get(1);
        List<Value> found = new ArrayList<>();
        boolean[] settled = {all instanceof Items};
        run.statements.loops().each(node, node.oneLine(), all, element -> {
            Value made = run.invocations.call(function, new Arguments(List.of(element), Map.of()), node);
            settled[0] &= name.equals("map") || made instanceof Const;
            boolean kept = name.equals("map") || !(made instanceof Const known) || Truth.of(known);
            if (kept) {
                found.add(name.equals("map") ? made : element);
            }
        });
        return settled[0] ? new Items(found, run.open) : run.invocations.result(name, given, false);
    }

    Value zip(Arguments given) {
        List<Value> all = new ArrayList<>();
        int least = Integer.MAX_VALUE;
        for (Value each : given.all()) {
            if (!(each instanceof Items items)) {
                return run.invocations.result("zip", given, false);
            }
            least = Math.min(least, items.all.size());
        }
        for (int i = 0; i < least && !given.all().isEmpty(); i++) {
            int at = i;
            all.add(new Items(
                    given.all().stream().map(each -> ((Items) each).all.get(at)).toList(), run.open));
        }
        return new Items(all, run.open);
    }

    Value reduce(String name, Arguments given) {
        List<Value> all =
                given.all().size() == 1 && given.all().get(0) instanceof Items items ? items.all : given.all();
        boolean whole = !all.isEmpty()
                && all.stream()
                        .allMatch(each -> each instanceof Const known
                                && known.isNumber()
                                && !(known.content() instanceof Double));
        if (!whole) {
            return null;
        }
        long outcome = ((Const) all.get(0)).number();
        for (Value each : all.subList(1, all.size())) {
            long next = ((Const) each).number();
            outcome = switch (name) {
                case "min" -> Math.min(outcome, next);
                case "max" -> Math.max(outcome, next);
                default -> outcome + next;
            };
        }
        return new Const(outcome, Keys.ranked(all), all.get(0).origin());
    }

    Value any(boolean any, Value of) {
        if (!(of instanceof Items items) || !items.all.stream().allMatch(Const.class::isInstance)) {
            return null;
        }
        boolean found = items.all.stream().anyMatch(each -> Truth.of((Const) each) == any);
        return new Const(
                found == any,
                of.ranked(),
                items.all.stream()
                        .map(Value::origin)
                        .filter(origin -> origin != null)
                        .findFirst()
                        .orElse(run.open));
    }
}
