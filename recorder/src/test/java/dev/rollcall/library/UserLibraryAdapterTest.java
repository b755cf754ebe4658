package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read of the arguments of a library of the user's own. */
class UserLibraryAdapterTest {
    private static final List<String> LABELS =
            List.of("?", "i8", "i16", "u16", "i32", "i64", "f32", "f64", "bool", "sum", "max");

    private final UserLibraryAdapter library = new UserLibraryAdapter(new Vocabulary() {
        @Override
        public int elementType(String label) {
            return Math.max(0, LABELS.indexOf(label));
        }

        @Override
        public int reduction(String label) {
            return Math.max(0, LABELS.indexOf(label));
        }
    });

    private CallArguments read(GivenArguments given) throws Throwable {
        CatalogueEntry entry = new CatalogueEntry(
                "mine", "Mine", "sum", Optional.empty(), EntryKind.CALL, "all_reduce", List.<ArgumentRole>of(), false);
        CallArguments into = new CallArguments();
        into.clear();
        library.reader(entry).read(given, into);
        return into;
    }

    @Test
    @Timeout(60)
    void tellsOfTheKeysOfObjectsThatAreGone() throws InterruptedException {
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
    void tellsWhatABufferHoldsWhateverItIsAViewOf(Object buffer, long count, String type) throws Throwable {
        GivenArguments given = new GivenArguments();
        given.input = buffer;
        CallArguments read = read(given);
        assertEquals(count, read.countIn);
        assertEquals(type, LABELS.get(read.elementType), () -> buffer.getClass().getName());
    }

    @Test
    void tellsWhatArraysAndTextsHoldAndNothingOfACollectionsElements() throws Throwable {
        GivenArguments given = new GivenArguments();
        given.reduction = "MAX";
        given.input = new boolean[3];
        assertEquals("bool", LABELS.get(read(given).elementType));
        assertEquals("max", LABELS.get(read(given).reduction));
        given.input = CharBuffer.wrap("four");
        assertEquals("u16", LABELS.get(read(given).elementType));
        given.input = Set.of(1, 2);
        assertEquals(2, read(given).countIn);
        assertEquals(0, read(given).elementType);
    }
}
