package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Reduction;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads the arguments and keys of a user's own library. */
class UserLibraryAdapterTest {
    private final UserLibraryAdapter library = new UserLibraryAdapter();

    private RecordedCall read(Consumer<RecordedCall> arguments) throws Throwable {
        CatalogueEntry entry = new CatalogueEntry(
                "mine",
                "Mine",
                "sum",
                Optional.empty(),
                EntryKind.CALL,
                "all_reduce",
                List.<ArgumentRole>of(),
                CompletionSign.RETURN);
        RecordedCall call = new RecordedCall();
        arguments.accept(call);
        library.reader(entry).read(call);
        return call;
    }

    @Test
    @Timeout(60)
    void reportsTheKeysOfObjectsThatAreGone() throws InterruptedException {
        Set<Long> gone = ConcurrentHashMap.newKeySet();
        library.whenGone(gone::add);
        Object kept = new Object();
        long keptKey = library.key(kept);
        long key = library.key(new Object());
        while (gone.isEmpty()) {
            System.gc();
            Thread.sleep(10);
            assertEquals(keptKey, library.key(kept));
        }
        assertEquals(Set.of(key), gone);
    }

    static Stream<Arguments> buffers() {
        return Stream.of(ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64))
                .flatMap(bytes -> Stream.of(bytes, bytes.asReadOnlyBuffer()))
                .flatMap(bytes -> Stream.of(
                        Arguments.of(bytes, 64, "i8"),
                        Arguments.of(bytes.asCharBuffer(), 32, "u16"),
                        Arguments.of(bytes.asShortBuffer(), 32, "i16"),
                        Arguments.of(bytes.asIntBuffer(), 16, "i32"),
                        Arguments.of(bytes.asLongBuffer(), 8, "i64"),
                        Arguments.of(bytes.asFloatBuffer(), 16, "f32"),
                        Arguments.of(bytes.asDoubleBuffer(), 8, "f64")));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void readsTheElementTypeOfABufferAndOfAView(Object buffer, long count, String type) throws Throwable {
        RecordedCall read = read(call -> call.input = buffer);
        assertEquals(count, read.countIn);
        assertEquals(type, read.type.label(), () -> buffer.getClass().getName());
    }

    @Test
    void readsTheElementTypeOfArraysAndTextsButNotOfCollections() throws Throwable {
        RecordedCall array = read(call -> {
            call.input = new boolean[3];
            call.reductionArgument = "MAX";
        });
        assertEquals(ElementType.BOOL, array.type);
        assertEquals(Reduction.MAX, array.reduction);
        assertEquals(ElementType.U16, read(call -> call.input = CharBuffer.wrap("four")).type);
        RecordedCall collection = read(call -> call.input = Set.of(1, 2));
        assertEquals(2, collection.countIn);
        assertEquals(ElementType.UNKNOWN, collection.type);
    }
}
