package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.trace.HostName;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The identities of stores, which must be equal on all ranks. */
class C10dStoresTest {
    private static final String HERE = HostName.get().toLowerCase(Locale.ROOT).replaceAll("\\..*", "");

    private final C10dStores stores = new C10dStores();

    @ParameterizedTest
    @CsvSource({
        "node0, tcp:node0:29500",
        "Node0.cluster.example, tcp:node0:29500",
        "10.0.0.1, tcp:10.0.0.1:29500",
        "10.0.1.1, tcp:10.0.1.1:29500",
        "fd00::7, tcp:fd00::7:29500"
    })
    void dropsTheDomainOfAHostButNotOfAnAddress(String host, String identity) {
        assertEquals(identity, C10dStores.tcp(host, 29_500).identity());
    }

    @ParameterizedTest
    @CsvSource({"localhost", "127.0.0.1", "127.1.2.3", "::1"})
    void replacesALoopbackNameByTheMachinesName(String host) {
        assertEquals("tcp:" + HERE + ":29500", C10dStores.tcp(host, 29_500).identity());
    }

    @Test
    void identifiesAPrefixByItsStore() {
        stores.made("tcp", 64, "node0", 29_500, 0);
        stores.made("prefix", 128, "dp", -1, 64);
        stores.made("prefix", 192, "tp", -1, 7);
        assertEquals(new StoreIdentity("tcp:node0:29500/dp", "dp"), stores.at(128));
        assertFalse(stores.at(192).known(), "two jobs may use one prefix");
        assertEquals("tp", stores.at(192).prefix());
        stores.made("file", 64, "/shared/store", -1, 0);
        assertEquals("file:/shared/store", stores.at(64).identity(), "a store at the address of a freed one");
    }
}
