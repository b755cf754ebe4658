package dev.rollcall.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {
    @TempDir
    private Path folder;

    private List<CatalogueEntry> parse(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("x.calls"), text);
        return Catalogue.builtIn().only(List.of()).with(file).entries();
    }

    @Test
    void readsEachPartOfALine() throws Exception {
        List<CatalogueEntry> entries = parse("""
                # a comment
                library mine

                class com.acme.Comm   # another one
                  call all_reduce reduceAll(float[],int) input count - root : work
                  rank myRank
                """);
        assertEquals(
                List.of(
                        new CatalogueEntry(
                                "mine",
                                "com.acme.Comm",
                                "reduceAll",
                                Optional.of(List.of("float[]", "int")),
                                EntryKind.CALL,
                                "all_reduce",
                                List.of(
                                        ArgumentRole.INPUT,
                                        ArgumentRole.COUNT,
                                        ArgumentRole.IGNORED,
                                        ArgumentRole.ROOT),
                                CompletionSign.WORK),
                        new CatalogueEntry(
                                "mine",
                                "com.acme.Comm",
                                "myRank",
                                Optional.empty(),
                                EntryKind.RANK,
                                "",
                                List.of(),
                                CompletionSign.RETURN)),
                entries);
    }

    @Test
    void matchesOneOverloadOrAll() throws Exception {
        List<CatalogueEntry> entries = parse("""
                library mine
                class com.acme.Comm
                call barrier all
                call barrier none()
                call barrier typed(String,long[][],Outer$Inner,com.acme.Opts)
                """);
        assertTrue(entries.get(0).matches("all", "()V"));
        assertTrue(entries.get(0).matches("all", "(IJ)V"));
        assertFalse(entries.get(0).matches("other", "()V"));
        assertTrue(entries.get(1).matches("none", "()V"));
        assertFalse(entries.get(1).matches("none", "(I)V"));
        String typed = "(Ljava/lang/String;[[JLa/Outer$Inner;Lcom/acme/Opts;)V";
        assertTrue(entries.get(2).matches("typed", typed));
        assertFalse(entries.get(2).matches("typed", typed.replace("Lcom/acme", "Lcom/other")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call barrier sync         | a method needs a library line and a class line above it",
                "library a b               | expected library NAME",
                "collective x y            | a line must begin with library, class, call, communicator, split, store,"
                        + " group_start, group_end, leave, abort, async_error, wait, test, future, copy, launch, synchronize,"
                        + " context_end, context_release, allocate, free, step, rank, size, not collective",
            })
    void saysWhichLineIsInvalidAndWhatIsAllowed(String line, String message) {
        CatalogueException wrong = assertThrows(CatalogueException.class, () -> parse("\n" + line + "\n"));
        assertEquals(folder.resolve("x.calls") + ":2: " + message, wrong.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "call barrier              | call needs an operation or kind, and a method",
                "wait                      | wait needs a method",
                "call barrier sync (int)   | a parameter must be one of -, communicator, input, output, options,"
                        + " input_splits, output_splits, count, type, reduction, root, peer, tag, work, store, name, rank, size,"
                        + " ranks, excluded, destination, source, destination_device, source_device, bytes, rows, destination_pitch,"
                        + " source_pitch, direction, stream, made, memory, devices, colour, error, arguments, event, context,"
                        + " device, not (int)",
                "communicator make name : work | only a call can return a work handle; remove \": work\" from this"
                        + " communicator",
                "leave end : status | remove \": status\" from this leave, whose result is not recorded",
                "call barrier sync : result | after a colon, a line must end with work or status, not result",
                "call barrier sync(int     | a method must be NAME or NAME(TYPE,TYPE) without spaces, not sync(int",
                "call barrier sync) | a method must be NAME or NAME(TYPE,TYPE) without spaces, not sync)",
                "call barrier (int) | a method must be NAME or NAME(TYPE,TYPE) without spaces, not (int)",
                "call barrier sync(,) | a method must be NAME or NAME(TYPE,TYPE) without spaces, not sync(,)",
                "call barrier sync(int,) | a method must be NAME or NAME(TYPE,TYPE) without spaces, not sync(int,)",
            })
    void saysWhatIsInvalidInAMethod(String line, String message) {
        CatalogueException wrong =
                assertThrows(CatalogueException.class, () -> parse("library a\nclass b.C\n" + line + "\n"));
        assertTrue(wrong.getMessage().endsWith("x.calls:3: " + message), wrong.getMessage());
    }

    @Test
    void containsC10d() {
        Catalogue catalogue = Catalogue.builtIn();
        assertTrue(catalogue.ofClass("org.bytedeco.pytorch.ProcessGroupGloo").stream()
                .anyMatch(entry -> entry.operation().equals("all_reduce")
                        && entry.matches(
                                "allreduce", "(Lorg/bytedeco/pytorch/TensorVector;)Lorg/bytedeco/pytorch/Work;")));
        assertTrue(catalogue.ofClass("java.lang.String").isEmpty());
    }
}
