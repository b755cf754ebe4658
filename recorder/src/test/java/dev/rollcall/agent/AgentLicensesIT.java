package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The agent's jar carries the licenses of what is in it: Rollcall's classes and ASM's. */
class AgentLicensesIT {
    @Test
    void carriesTheLicensesOfAllItsClasses() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("rollcall.agent"))) {
            assertNotNull(jar.getEntry("META-INF/LICENSE"));
            assertNotNull(jar.getEntry("META-INF/licenses/ASM.txt"));
            assertEquals(
                    List.of(),
                    jar.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.endsWith(".class") && !name.startsWith("dev/rollcall/"))
                            .toList());
            assertEquals(
                    List.of("dev/rollcall/agent/shaded/asm/"),
                    jar.stream()
                            .map(ZipEntry::getName)
                            .filter(name -> name.matches("dev/rollcall/agent/shaded/[^/]+/"))
                            .toList());
        }
    }
}
