package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The runnable jar carries the licenses and notices of what is in it. */
class LicensesIT {
    private static final String LIST = "META-INF/licenses/THIRD-PARTY.txt";
    private static final Pattern LIBRARY =
            Pattern.compile("(?m)^.{25}([a-z]+(?:\\.[a-z]+)+) +[^:\n]+: (META-INF/\\S+)$");

    private static String text(JarFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        return entry == null ? "" : new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void everyPackageIsOfALibraryWhoseLicenseIsThere() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("rollcall.jar"))) {
            List<MatchResult> libraries =
                    LIBRARY.matcher(text(jar, LIST)).results().toList();
            for (MatchResult library : libraries) {
                assertFalse(text(jar, library.group(2)).isBlank(), library.group());
            }

            Set<String> unused =
                    libraries.stream().map(library -> library.group(1)).collect(Collectors.toCollection(TreeSet::new));
            Set<String> unlisted = new TreeSet<>();
            for (String name : jar.stream().map(ZipEntry::getName).toList()) {
                String type = name.replace('/', '.');
                if (type.endsWith(".class") && !type.startsWith("dev.rollcall.")) {
                    List<String> of = libraries.stream()
                            .map(library -> library.group(1))
                            .filter(library -> type.startsWith(library + "."))
                            .toList();
                    unused.removeAll(of);
                    if (of.isEmpty()) {
                        unlisted.add(type);
                    }
                }
            }
            assertEquals(Set.of(), unlisted);
            assertEquals(Set.of(), unused);
        }
    }

    @Test
    void carriesTheNoticesOfTheApacheLibraries() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("rollcall.jar"))) {
            String notices = text(jar, "META-INF/NOTICE");
            for (String library : List.of("Apache Batik", "Apache Commons Compress", "Jackson")) {
                assertTrue(notices.contains(library), library + ": " + notices);
            }
        }
    }
}
