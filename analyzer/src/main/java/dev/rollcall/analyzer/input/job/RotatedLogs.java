package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the older parts of logs that {@code logrotate} or Python's {@code RotatingFileHandler} rotated: {@code console.log},
 * {@code console.log.1}, {@code console.log.2.gz}, the larger number the older part. Files of ranks are numbered, too, but there is
 * none without a number, or they are not older.
 */
final class RotatedLogs {
    private static final Pattern PART = Pattern.compile("(.*[^/])\\.(\\d{1,4})", Pattern.DOTALL);

    private RotatedLogs() {}

    /**
     * Returns the older parts of each log that has some, the oldest first.
     *
     * @param files the files
     * @param shown gives the name of a file from an archive for the user
     */
    static Map<Path, List<Path>> olderParts(Collection<Path> files, UnaryOperator<Path> shown) {
        Map<String, Path> byName = new HashMap<>();
        Map<String, TreeMap<Integer, Path>> parts = new HashMap<>();
        for (Path file : files) {
            // The name of a file that was compressed has no suffix any more.
            String name = FileName.of(shown.apply(file).resolveSibling(file.getFileName()));
            byName.put(name, file);
            Matcher part = PART.matcher(name);
            if (part.matches()) {
                parts.computeIfAbsent(part.group(1), base -> new TreeMap<>())
                        .put(Integer.parseInt(part.group(2)), file);
            }
        }
        Map<Path, List<Path>> older = new HashMap<>();
        parts.forEach((base, numbered) -> {
            Path newest = byName.get(base);
            if (newest != null
                    && numbered.firstKey() == 1
                    && numbered.lastKey() == numbered.size()
                    && isEverOlder(newest, numbered.values())) {
                List<Path> oldestFirst =
                        new ArrayList<>(numbered.descendingMap().values());
                older.put(newest, oldestFirst);
            }
        });
        return older;
    }

    private static boolean isEverOlder(Path newest, Collection<Path> parts) {
        try {
            long time = Files.getLastModifiedTime(newest).toMillis();
            for (Path part : parts) {
                long before = Files.getLastModifiedTime(part).toMillis();
                if (before > time) {
                    return false;
                }
                time = before;
            }
            return true;
        } catch (IOException unknown) {
            return false;
        }
    }
}
