package dev.rollcall.analyzer.report.view;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Errors' texts as a person wants to read them: without the folders of a build machine, and without port numbers. */
final class Failures {
    private static final int LONGEST = 200;

    /** A native library's source file and line in brackets, as Gloo and c10d begin their messages. */
    private static final Pattern NATIVE_PLACE = Pattern.compile("\\[[^\\[\\]\\s]*/([^/\\[\\]\\s]+:\\d+)]");

    /** A lost connection and the address behind it, which differs from rank to rank and tells nothing. */
    private static final Pattern LOST_CONNECTION =
            Pattern.compile("(Connection (?:closed|reset) by peer) \\[[^]]*](?::\\d+)?", Pattern.CASE_INSENSITIVE);

    private Failures() {}

    /** Returns the text in short, safe to print. */
    static String brief(String text) {
        Matcher place = NATIVE_PLACE.matcher(Printable.of(text));
        return Printable.shortened(
                LOST_CONNECTION.matcher(place.replaceAll("[$1]")).replaceAll("$1"), LONGEST);
    }
}
