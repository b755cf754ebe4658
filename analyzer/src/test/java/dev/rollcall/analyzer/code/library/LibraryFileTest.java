package dev.rollcall.analyzer.code.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.code.library.LibraryFact.Calls.When;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryFileTest {
    private static final String HEAD = "library mine\nmodule acme.comm\n";

    @Test
    void aCallHasRolesByPositionAndKeyword() throws CatalogueException {
        LibraryFact.Collective call = (LibraryFact.Collective)
                only("call all_reduce sum_all(tensor:input timeout op:reduction group:communicator)")
                        .fact();
        assertEquals("all_reduce", call.operation());
        assertEquals(
                Map.of(
                        ArgumentRole.INPUT, new ArgumentPosition(0, "tensor"),
                        ArgumentRole.REDUCTION, new ArgumentPosition(2, "op"),
                        ArgumentRole.COMMUNICATOR, new ArgumentPosition(3, "group")),
                call.arguments());
        assertTrue(call.always());
        assertEquals(Optional.empty(), call.onlyIf());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call all_reduce f(x:input)           | INPUT",
                "call all_reduce f(x:input) -> result | OUTPUT",
                "call all_reduce f(x:input y:output)  | OUTPUT",
                "call all_gather f(x:input)           | OUTPUT",
                "call all_gather f(y:output x:input)  | OUTPUT",
                "call broadcast f(x:input)            | INPUT",
                "call reduce f(x:input) -> result     | ''",
                "call gather f(x:input) -> result     | ''",
                "call barrier f                       | ''",
                "call save_checkpoint f               | ''"
            })
    void whatAgreesFollowsFromTheOperation(String line, String role) throws CatalogueException {
        Set<ArgumentRole> agrees = role.isEmpty() ? Set.of() : Set.of(ArgumentRole.valueOf(role));
        assertEquals(agrees, ((LibraryFact.Collective) only(line).fact()).agrees());
    }

    @Test
    void anArgumentTurnsACallOnOrOff() throws CatalogueException {
        LibraryFact.Collective log = (LibraryFact.Collective)
                only("call all_reduce log(name value sync:if)").fact();
        assertEquals(Optional.of(new LibraryFact.Switch(new ArgumentPosition(2, "sync"), true)), log.onlyIf());
        LibraryFact.NewGroup group = (LibraryFact.NewGroup)
                only("group make(ranks:ranks local:unless)").fact();
        assertEquals(Optional.of(new LibraryFact.Switch(new ArgumentPosition(1, "local"), false)), group.onlyIf());
    }

    @Test
    void anAttributeHasADotAndAnAxisAnAt() throws CatalogueException {
        LibraryEntry entry = only("class Comm\nrank .tp_rank@tp");
        assertTrue(entry.attribute());
        assertEquals("tp_rank", entry.name());
        assertEquals(List.of("Comm"), entry.types());
        assertEquals(new LibraryFact.RankOf(new Axis.Grid("tp"), Map.of()), entry.fact());
    }

    @Test
    void selfIsTheObjectAndNoPosition() throws CatalogueException {
        LibraryFact.RankOf rank = (LibraryFact.RankOf)
                only("class Comm\nrank rank(self:communicator of:name)").fact();
        assertEquals(
                Map.of(
                        ArgumentRole.COMMUNICATOR, new ArgumentPosition(ArgumentPosition.OBJECT, ""),
                        ArgumentRole.NAME, new ArgumentPosition(0, "of")),
                rank.arguments());
        assertEquals(
                new LibraryFact.Keeps(new ArgumentPosition(ArgumentPosition.OBJECT, "")),
                only("keeps self cuda").fact());
    }

    @Test
    void aFunctionThatIsCalledHasItsPlaceAndKeyword() throws CatalogueException {
        assertEquals(
                new LibraryFact.Calls(1, When.STARTS, "target"),
                only("starts 1:target Process").fact());
        assertEquals(
                new LibraryFact.Calls(0, When.BEGINS, "fn"),
                only("begins 0:fn spawn").fact());
        assertEquals(
                new LibraryFact.Calls(0, When.NOW, ""), only("applies 0 map").fact());
    }

    @Test
    void aHeldObjectIsOfAClassOfTheModuleOrOfAnother() throws CatalogueException {
        assertEquals(
                new LibraryFact.Holds("acme.comm.Args"),
                only("class T\nholds Args .args").fact());
        assertEquals(
                new LibraryFact.Holds("other.Comm"),
                only("class T\nholds other.Comm .comm").fact());
    }

    @Test
    void linesWithCommentsAndBlankLinesAreSkipped() throws CatalogueException {
        assertEquals(
                1,
                parse(HEAD + "\n# a comment\n  \ncall barrier join # here\n")
                        .entries()
                        .size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call                     | call needs at least one word behind it",
                "call barrier             | call needs a name behind barrier",
                "cal barrier join         | a line must begin with library, module",
                "nonsense                 | a line must begin with library, module",
                "call barrier a-b         | a name must be NAME, .ATTRIBUTE or",
                "call barrier .join       | an attribute cannot be call; remove the dot before join",
                "pure f(x:input)          | pure needs no parameters; write f",
                "call barrier f(x:inputs) | a colon must be followed by one of",
                "call barrier f(x:input y:input) | two parameters of f are input",
                "around second f          | around must be followed by one of first, last, quiet, no_gradient, keeps, not second",
                "wraps dp f               | wraps must be followed by one of data_parallel, sharded, sync_batch_norm, not dp",
                "applies f g              | applies needs the argument's position first",
                "known_by f               | known_by, known_as and given need a class line",
                "given C x f              | known_by, known_as and given need a class line",
                "names rank (rank         | names needs a regular expression",
                "names tank rank          | names must be followed by one of rank, part, size, first",
                "environment host NAME    | environment must be followed by rank or size, not host"
            })
    void aWrongLineSaysWhatIsAllowed(String line, String message) {
        CatalogueException thrown = assertThrows(CatalogueException.class, () -> parse(HEAD + line));
        assertTrue(thrown.getMessage().startsWith("test.names:3: " + message), thrown::getMessage);
    }

    @Test
    void aLineNeedsALibraryAndAModule() {
        assertTrue(message("library acme\ncall barrier f").contains("test.names:2: call needs a module line above it"));
        assertTrue(
                message("module acme\ncall barrier f").contains("test.names:1: module needs a library line above it"));
        assertTrue(message("library acme\nclass C").contains("class needs a module line above it"));
        assertTrue(message(HEAD + "class C\ngiven D x").contains("given needs a parameter and methods behind D"));
    }

    @Test
    void anyTextIsReadOrRejectedWithItsLine() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] words = {
            "library",
            "module",
            "class",
            "call",
            "rank",
            ".x",
            "x",
            "->",
            "result",
            "(",
            ")",
            "f(a:input)",
            "@tp",
            "names",
            "#",
            "0:x",
            "self",
            "keeps",
            "\n",
            "\n",
            "holds",
            "tuple",
            "environment",
            "\0",
            "é",
            "given"
        };
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(HEAD);
            for (int j = random.nextInt(30); j > 0; j--) {
                text.append(words[random.nextInt(words.length)]).append(random.nextInt(4) == 0 ? "" : " ");
            }
            try {
                parse(text.toString());
            } catch (CatalogueException e) {
                assertTrue(e.getMessage().matches("(?s)test\\.names:\\d+: .*"), () -> "seed " + seed + ": " + e);
            }
        }
    }

    @Test
    void aFileOfNamesIsToldFromOneOfCalls() {
        assertTrue(LibraryFile.hasForm(List.of("library x", "  module y")));
        assertTrue(LibraryFile.hasForm(List.of("library x", "names rank me")));
        assertFalse(LibraryFile.hasForm(List.of("library x", "class a.B", "call barrier join", "# module y")));
    }

    @Test
    void theExampleOfTheDocumentIsRead() throws IOException, CatalogueException {
        String document = Files.readString(Path.of("..", "docs", "catalogue.md"));
        String names = document.substring(document.indexOf("    # our own collectives in Python"));
        LibraryFile file = parse(names.substring(0, names.indexOf("\n`library NAME`")));
        assertEquals(8, file.entries().size());
        assertEquals(List.of("acme.comm.Job"), file.signs().get(0).types());
    }

    @Test
    void aVeryLargeFileIsRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("large.names"), "#".repeat(2 << 20));
        CatalogueException thrown = assertThrows(CatalogueException.class, () -> LibraryFile.read(file));
        assertTrue(thrown.getMessage().contains("larger than 1 MiB"));
    }

    private static String message(String text) {
        return assertThrows(CatalogueException.class, () -> parse(text)).getMessage();
    }

    private static LibraryEntry only(String lines) throws CatalogueException {
        List<LibraryEntry> entries = parse(HEAD + lines).entries();
        assertEquals(1, entries.size());
        return entries.get(0);
    }

    private static LibraryFile parse(String text) throws CatalogueException {
        return new LibraryFileParser("test.names").parse(text.lines().toList());
    }
}
