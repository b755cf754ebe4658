package dev.rollcall.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this agent. */
final class AgentVersion {
    private AgentVersion() {}

    /** Returns the version that the build has set, {@code unknown} without one. */
    static String get() {
        try (InputStream in = AgentVersion.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
