package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of the jar. */
class LibraryDataTest {

    static Stream<String> libraries() {
        return LibraryCatalogue.BUILT_IN.stream();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void eachFileIsReadAndSaysSomething(String library) {
        LibraryFile file = LibraryFile.builtIn(library);
        assertFalse(file.entries().isEmpty() && file.patterns().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void eachFileNamesItsSourceOrPurpose(String library) throws IOException {
        try (InputStream in = LibraryFile.class.getResourceAsStream(library + ".names")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(text.startsWith("# "), library);
            assertTrue(text.contains("docs/catalogue.md"), library);
        }
    }

    @Test
    void nothingIsSaidTwice() {
        Map<String, LibraryFact> known = new HashMap<>();
        List<String> twice = new ArrayList<>();
        for (String library : LibraryCatalogue.BUILT_IN) {
            for (LibraryEntry entry : LibraryFile.builtIn(library).entries()) {
                for (String member : members(entry)) {
                    LibraryFact before = known.put(member, entry.fact());
                    if (before != null) {
                        twice.add(library + ": " + member + " is " + before + " and " + entry.fact());
                    }
                }
            }
        }
        assertEquals(List.of(), twice);
    }

    private static List<String> members(LibraryEntry entry) {
        List<String> types = entry.types().isEmpty() ? List.of("") : entry.types();
        return entry.modules().stream()
                .flatMap(module -> types.stream()
                        .map(type -> module + "/" + type + (entry.attribute() ? "/." : "/") + entry.name()))
                .toList();
    }

    @Test
    void theClassOfAnObjectThatALibraryHoldsOrHandsOutIsKnown() {
        List<String> held = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (String library : LibraryCatalogue.BUILT_IN) {
            LibraryFile.builtIn(library).given().values().forEach(each -> held.add(each.type()));
            for (LibraryEntry entry : LibraryFile.builtIn(library).entries()) {
                if (entry.fact() instanceof LibraryFact.Holds holds) {
                    held.add(holds.type());
                }
                entry.modules().forEach(module -> entry.types().forEach(type -> types.add(module + "." + type)));
            }
        }
        held.removeAll(types);
        assertEquals(List.of(), held);
    }

    @Test
    void aSignIsOneLibrarys() {
        Map<String, String> owners = new HashMap<>();
        for (String library : LibraryCatalogue.BUILT_IN) {
            for (LibraryFile.Sign sign : LibraryFile.builtIn(library).signs()) {
                String before = owners.put(sign.name() + sign.isMember(), library);
                assertTrue(before == null || before.equals(library), sign::name);
            }
        }
    }
}
