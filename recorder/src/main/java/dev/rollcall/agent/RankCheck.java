package dev.rollcall.agent;

import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.EntryKind;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether a process is a rank of a job before it has made a call: a launcher says that it is one of several, and a library of
 * collectives is on its class path. Such a process is recorded from its start, because its end before the first call is
 * evidence: the other ranks wait for it. A tool that a rank starts inherits the launcher's variables, but has no such library.
 */
final class RankCheck {
    private RankCheck() {}

    static boolean isRankOfSeveral(Map<String, String> environment, Catalogue catalogue) {
        if (ProcessIdentity.rank(environment) < 0 || ProcessIdentity.world(environment) < 2) {
            return false;
        }
        Set<String> classes = new LinkedHashSet<>();
        for (CatalogueEntry entry : catalogue.entries()) {
            if (entry.kind() == EntryKind.CALL) {
                classes.add(entry.className());
            }
        }
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        for (String name : classes) {
            if (loader.getResource(name.replace('.', '/') + ".class") != null) {
                return true;
            }
        }
        return false;
    }
}
