package dev.rollcall.agent;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * The pattern of the trace file's name: {@code %j} job, {@code %r} rank, {@code %h} host, {@code %p} process id, {@code %t}
 * time, <code>%{NAME}</code> environment variable, {@code %%} percent sign. Immutable and thread-safe.
 */
record TraceFileName(String pattern) {
    /** Throws an {@link IllegalArgumentException} for an invalid pattern. */
    TraceFileName {
        for (int at = pattern.indexOf('%'); at >= 0; at = pattern.indexOf('%', at + 2)) {
            char code = at + 1 < pattern.length() ? pattern.charAt(at + 1) : ' ';
            if ("jrhpt%{".indexOf(code) < 0 || (code == '{' && pattern.indexOf('}', at) < 0)) {
                throw new IllegalArgumentException("option file may contain %j, %r, %h, %p, %t, %{NAME} and %%, not "
                        + pattern.substring(at, Math.min(at + 2, pattern.length())));
            }
        }
    }

    /** Returns the file for a process. Inserted text cannot leave the folders of the pattern. */
    Path resolve(ProcessIdentity identity, Map<String, String> environment, Instant now) {
        StringBuilder name = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c != '%') {
                name.append(c);
                continue;
            }
            char code = pattern.charAt(at++);
            switch (code) {
                case 'j' -> name.append(safe(identity.jobId()));
                case 'r' -> name.append(identity.rank() < 0 ? "x" : String.valueOf(identity.rank()));
                case 'h' -> name.append(safe(identity.host()));
                case 'p' -> name.append(identity.pid());
                case 't' ->
                    name.append(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
                            .withZone(ZoneOffset.UTC)
                            .format(now));
                case '{' -> {
                    int end = pattern.indexOf('}', at);
                    name.append(safe(environment.getOrDefault(pattern.substring(at, end), "")));
                    at = end + 1;
                }
                default -> name.append(code);
            }
        }
        return Path.of(name.toString());
    }

    private static String safe(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9._@+=-]", "_");
        return plain.isEmpty() || plain.chars().allMatch(c -> c == '.') ? "_" : plain;
    }
}
