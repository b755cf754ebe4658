package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Keys;
import dev.rollcall.analyzer.scan.run.Open;
import dev.rollcall.analyzer.scan.run.Value;
import java.util.ArrayList;
import java.util.List;

/** A list, a tuple or a set. Mutable, as the object is. */
final class Items extends Value {
    private static final int MOST_IN_KEY = 32;

    final List<Value> all;

    Items(List<? extends Value> all, Open origin) {
        super(false, origin);
        this.all = new ArrayList<>(all);
    }

    @Override
    public String key() {
        return Keys.of("items", all.subList(0, Math.min(all.size(), MOST_IN_KEY))) + all.size();
    }

    @Override
    public boolean ranked() {
        return all.stream().anyMatch(each -> each != this && each.ranked());
    }
}
