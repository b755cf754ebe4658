package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Places in plain memory, into which the tests write as thread blocks do. */
class SumPlacesTest {
    private static final long SMALL = 40 << 10;

    private final Map<Long, ByteBuffer> memory = new HashMap<>();
    private SumPlaces places;

    @BeforeEach
    void make() throws DriverException {
        places = new SumPlaces(bytes -> {
            ByteBuffer host = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            memory.put((long) memory.size(), host);
            return new MappedMemory.Piece(host, memory.size() - 1);
        });
    }

    private void write(SumPlaces.Place place, int block, long part) {
        memory.get(place.address()).putLong(block * Long.BYTES, part);
    }

    private List<SumPlaces.Place> takeAll() {
        List<SumPlaces.Place> taken = new ArrayList<>();
        for (int i = 0; i < SumPlaces.SMALL_PLACES; i++) {
            taken.add(places.take(SMALL));
        }
        assertNull(places.take(SMALL));
        return taken;
    }

    @Test
    void addsThePartsOfAllBlocks() {
        SumPlaces.Place place = places.take(SMALL);
        assertEquals(3, place.blocks());
        for (int block = 0; block < 3; block++) {
            write(place, block, 10 + block);
        }
        assertEquals(33, place.sum());
    }

    @Test
    void takesAnAbandonedPlaceBackOnceAllBlocksHaveWritten() {
        SumPlaces.Place place = takeAll().get(7);
        write(place, 0, 0);
        write(place, 2, 0);
        places.abandon(place);
        assertNull(places.take(SMALL));
        write(place, 1, 0);
        assertEquals(place, places.take(SMALL));
        assertNull(places.take(SMALL));
    }

    @Test
    void findsWrittenPlacesBehindOthersThatAreNot() {
        List<SumPlaces.Place> all = takeAll();
        all.forEach(places::abandon);
        SumPlaces.Place last = all.get(all.size() - 1);
        for (int block = 0; block < 3; block++) {
            write(last, block, 5);
        }
        SumPlaces.Place found = null;
        for (int call = 0; call < all.size() && found == null; call++) {
            found = places.take(SMALL);
        }
        assertEquals(last, found);
    }

    @Test
    void doesNotTakeSmallPlacesForLargeSums() {
        takeAll();
        assertNotNull(places.take(1 << 30));
    }
}
