package dev.rollcall.analyzer.code.python;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which files import which. */
record ImportGraph(Map<Path, Set<Path>> imports) {

    /** Returns the nearest files of some that a file imports, directly or through others. */
    Set<Path> nearest(Path file, Set<Path> among) {
        Set<Path> found = new LinkedHashSet<>();
        Set<Path> seen = new HashSet<>(Set.of(file));
        Deque<Path> open = new ArrayDeque<>(List.of(file));
        while (!open.isEmpty()) {
            for (Path each : imports.getOrDefault(open.remove(), Set.of())) {
                if (seen.add(each)) {
                    (among.contains(each) ? found : open).add(each);
                }
            }
        }
        return found;
    }
}
