package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.ranks.OwnHandles;
import dev.rollcall.trace.InstrumentedMethod;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallTransformerTest {
    private static final Class<?> LIBRARY = OwnHandles.class;

    @TempDir
    private Path folder;

    private List<InstrumentedMethod> instrument(String methods) throws Exception {
        Path calls = Files.writeString(
                folder.resolve("x.calls"), "library mine\nclass " + LIBRARY.getName() + "\n" + methods);
        Path file = folder.resolve("t.trace");
        TraceIdentity identity = new TraceIdentity("job", 0, 1, "host", 1, 0, "test", "", "");
        try (TraceWriter trace = TraceWriter.create(file, new TraceGeometry(64, 1 << 20, 64), identity);
                InputStream in = LIBRARY.getResourceAsStream("OwnHandles.class")) {
            InstrumentationNotes notes = new InstrumentationNotes();
            new CallTransformer(Catalogue.builtIn().only(List.of()).with(calls), new HookedMethods(), notes, () -> {})
                    .transform(
                            LIBRARY.getClassLoader(),
                            LIBRARY.getName().replace('.', '/'),
                            null,
                            null,
                            in.readAllBytes());
            notes.writeTo(trace);
        }
        return TraceReader.open(file).instrumented();
    }

    @Test
    void leavesAMethodAloneThatReturnsNoWorkAlthoughItsEntrySaysSo() throws Exception {
        List<InstrumentedMethod> notes = instrument("""
                call all_reduce  sum   communicator input reduction : work
                call all_gather  post  communicator input : work
                """);
        assertEquals(
                List.of(
                        "post true ",
                        "sum false its catalogue entry says \": work\", but it returns no object or integer"),
                notes.stream()
                        .map(note -> note.method() + " " + note.done() + " " + note.why())
                        .sorted()
                        .toList());
    }

    @Test
    void notesAMethodThatTheClassLacks() throws Exception {
        assertEquals(
                List.of("the class has no such method"),
                instrument("wait lost work\n").stream()
                        .map(InstrumentedMethod::why)
                        .toList());
    }
}
