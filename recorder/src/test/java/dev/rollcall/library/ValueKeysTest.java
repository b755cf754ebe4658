package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ValueKeysTest {
    private final UserLibraryAdapter library = new UserLibraryAdapter();

    @Test
    void givesEqualNumbersOneKeyForAllTypes() {
        long handle = 1L << 40;
        assertEquals(library.key(handle), library.key(Long.valueOf("1099511627776")));
        assertEquals(library.key(70_000), library.key(70_000L));
        assertNotEquals(library.key(handle), library.key(handle + 1));
    }

    @Test
    void givesEqualStringsOneKey() {
        assertEquals(library.key("dp"), library.key(new StringBuilder("dp").toString()));
        assertNotEquals(library.key("dp"), library.key("tp"));
    }

    @Test
    void givesValuesOtherKeysThanObjectsAndNull() {
        assertTrue(library.key(new Object()) > 0);
        assertTrue(library.key(0L) < 0);
        assertTrue(library.key("") < 0);
        assertEquals(0, library.key(null));
    }
}
