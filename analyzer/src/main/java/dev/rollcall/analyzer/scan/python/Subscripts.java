package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Const;
import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Launchers;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.List;

/** Elements and slices. */
final class Subscripts {
    private final PythonRun run;

    Subscripts(PythonRun run) {
        this.run = run;
    }

    Value of(Node node) {
        Value object = run.expressions.of(node.child("value"));
        List<Node> indexes = node.all("subscript");
        if (indexes.size() == 1 && !indexes.get(0).is("slice")) {
            return element(object, run.expressions.of(indexes.get(0)));
        }
        StringBuilder key = new StringBuilder(object.key()).append('[');
        boolean ranked = object.ranked();
        for (Node each : indexes) {
            for (Node part : each.is("slice") ? each.parts() : List.of(each)) {
                Value value = run.expressions.of(part);
                ranked |= value.ranked();
                key.append(value.key()).append(':');
            }
            key.append(',');
        }
        return run.unknown(Keys.shorten(key.append(']').toString()), ranked);
    }

    Value element(Value object, Value index) {
        run.part(index);
        if (object instanceof Library library && library.name.equals("os.environ") && index instanceof Const name) {
            return variable(String.valueOf(name.content()));
        }
        if (object instanceof Items items && index instanceof Const at && at.isNumber()) {
            long place = at.number() < 0 ? items.all.size() + at.number() : at.number();
            if (place >= 0 && place < items.all.size()) {
                return items.all.get((int) place);
            }
        }
        if (object instanceof Mapping mapping && mapping.values.containsKey(index.key())) {
            return mapping.values.get(index.key());
        }
        if (object instanceof Unknown unknown && unknown.attributes.containsKey("[" + index.key() + "]")) {
            return unknown.attributes.get("[" + index.key() + "]");
        }
        String name = index instanceof Const known && known.content() instanceof String text ? text : "";
        Value meant = name.isEmpty() ? null : run.meaning(name);
        return meant != null ? meant : run.unknown(Keys.of("element", object, index), Keys.ranked(object, index));
    }

    /** Returns an environment variable, a text. */
    Value variable(String name) {
        if (Launchers.isRank(name)) {
            return new Const(String.valueOf(run.rank()), true, run.open);
        }
        if (Launchers.isSize(name)) {
            return new Const(String.valueOf(run.world()), false, run.open);
        }
        return run.unknown("$" + name, false);
    }

    void set(Node target, Value value) {
        Value object = run.expressions.of(target.child("value"));
        List<Node> indexes = target.all("subscript");
        Value index = indexes.size() == 1 && !indexes.get(0).is("slice") ? run.expressions.of(indexes.get(0)) : null;
        run.part(index == null ? Const.NULL : index);
        if (object instanceof Items items && index instanceof Const at && at.isNumber()) {
            long place = at.number() < 0 ? items.all.size() + at.number() : at.number();
            if (place >= 0 && place < items.all.size()) {
                items.all.set((int) place, value);
            }
        } else if (object instanceof Mapping mapping && index != null) {
            mapping.put(index, value);
        } else if (object instanceof Unknown unknown) {
            String key = index == null ? "slice" : index.key();
            if (index != null) {
                unknown.attributes.put("[" + key + "]", value);
            }
            unknown.become(Keys.of("set " + unknown.key() + " " + key, value), unknown.ranked() || value.ranked());
        }
    }
}
