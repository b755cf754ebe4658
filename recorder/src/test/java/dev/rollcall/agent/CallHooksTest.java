package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceIdentity;
import dev.rollcall.trace.TraceReader;
import dev.rollcall.trace.TraceWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallHooksTest {
    private static final int SLOTS = 64;
    private static final long LIMIT_MILLIS = 3000;

    @TempDir
    private Path folder;

    private static CatalogueEntry entry(EntryKind kind, String operation, ArgumentRole role) {
        return new CatalogueEntry(
                "mine",
                CallHooksTest.class.getName(),
                "sum",
                Optional.empty(),
                kind,
                operation,
                List.of(role),
                CompletionSign.RETURN);
    }

    @Test
    void endsACallThatGotNoSlot() throws Throwable {
        List<String> warnings = new CopyOnWriteArrayList<>();
        TraceIdentity identity = new TraceIdentity("job", 0, 1, "host", 1, 0, "test", "", "");
        try (TraceWriter trace =
                TraceWriter.create(folder.resolve("t.trace"), new TraceGeometry(SLOTS, 1 << 20, 64), identity)) {
            Recorder recorder = new Recorder(
                    trace,
                    Thread.currentThread().getId(),
                    SLOTS,
                    0,
                    1,
                    0,
                    Duration.ofMillis(200),
                    type -> Optional.empty(),
                    UnaryOperator.identity(),
                    warnings::add);
            HookedMethods methods = new HookedMethods();
            Hooks.install(new HookSession(
                    methods,
                    recorder,
                    new ProcessIdentity("job", 0, 1, "host", 1),
                    trace,
                    CopyScope.OFF,
                    CorruptionPolicy.WARN,
                    DeviceChecks.CHECK,
                    ResultCheck.OFF));
            ClassLoader loader = getClass().getClassLoader();
            int sum = methods.add(
                    entry(EntryKind.CALL, "all_reduce", ArgumentRole.INPUT),
                    loader,
                    CallHooksTest.class.getName(),
                    "sum");
            Object group = new Object();
            for (int i = 0; i < SLOTS; i++) {
                trace.calls().claim(EventTag.STEP);
            }
            long token =
                    Hooks.enterCall(sum, group, new float[3], null, null, null, null, null, null, null, -1, -1, -1, -1);
            assertEquals(-1, token);
            Hooks.leave(sum, token, null, 0);
            recorder.start(() -> {});
            Thread.sleep(LIMIT_MILLIS / 3);
            recorder.state().broken(new IllegalStateException("the test is over"));
        } finally {
            Hooks.install(null);
        }
        assertEquals(1, warnings.size(), () -> "a call that has ended is reported as pending: " + warnings);
        assertEquals(
                0, TraceReader.open(folder.resolve("t.trace")).calls().events().size());
    }
}
