package dev.rollcall.analyzer.report.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The page's one script. The page's content security policy allows it alone, by its hash
 * (<a href="https://www.w3.org/TR/CSP3/#grammardef-hash-source">CSP Level 3</a>).
 *
 * @param text the script as it stands between its tags
 */
public record PageScript(String text) {
    /** The script of every page. */
    public static final PageScript OF_REPORT = new PageScript(read());

    /** Returns the source expression that allows this script, such as {@code 'sha256-…'}. */
    public String policy() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String read() {
        try (InputStream in = PageScript.class.getResourceAsStream("report.js")) {
            // Browsers read a line's end as \n, and hash that.
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
