package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.python.PythonUnits;
import dev.rollcall.analyzer.containment.FileName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The Python files that the user names. A stack has them in the folders of the machine that ran the job. Not thread-safe. */
final class PythonSources {
    private static final int MOST_FILES = 2_000;
    private static final Pattern INSTALLED = Pattern.compile("(site|dist)-packages");
    private static final Pattern SEPARATOR = Pattern.compile("[/\\\\]");

    /** The units, and the parts of their files' paths. */
    private final Map<String, String[]> paths = new LinkedHashMap<>();

    /** Adds the files below folders, and single ones. */
    PythonSources(List<Path> roots, PythonUnits units) {
        for (Path root : roots) {
            units.addBelow(root, MOST_FILES)
                    .forEach((unit, file) -> paths.put(
                            unit,
                            SEPARATOR.split(FileName.of(file.toAbsolutePath().normalize()))));
        }
    }

    /** Returns the units whose files share most of the end of a stack's file; none if no file has its name. */
    List<String> ofFile(String file) {
        String[] parts = SEPARATOR.split(file);
        boolean installed = INSTALLED.matcher(file).find();
        List<String> best = new ArrayList<>();
        int most = 1;
        for (Map.Entry<String, String[]> each : paths.entrySet()) {
            boolean comparable = installed
                    == INSTALLED.matcher(String.join("/", each.getValue())).find();
            int shared = comparable ? shared(parts, each.getValue()) : 0;
            if (shared > most) {
                best.clear();
                most = shared;
            }
            if (shared == most) {
                best.add(each.getKey());
            }
        }
        return best;
    }

    private static int shared(String[] one, String[] other) {
        int shared = 0;
        while (shared < Math.min(one.length, other.length)
                && one[one.length - 1 - shared].equals(other[other.length - 1 - shared])) {
            shared++;
        }
        return shared;
    }
}
