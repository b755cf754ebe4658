package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.Ink;
import java.io.Console;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * The properties of standard output.
 *
 * @param ink colours, or none
 * @param width columns to fill
 */
record Terminal(Ink ink, int width) {
    private static final int DEFAULT_WIDTH = 80;
    private static final int NARROWEST = 60;
    private static final int WIDEST = 120;

    /** Returns those of this process. */
    static Terminal ofProcess() {
        return of(interactive(), System.getenv());
    }

    /** Decides by the environment: NO_COLOR (no-color.org) and TERM, and for a terminal COLUMNS where a shell exports it. */
    static Terminal of(boolean interactive, Map<String, String> environment) {
        boolean colour = interactive
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        String columns = interactive ? environment.getOrDefault("COLUMNS", "") : "";
        int width = columns.matches("\\d{1,4}") ? Integer.parseInt(columns) : DEFAULT_WIDTH;
        return new Terminal(colour ? Ink.ANSI : Ink.PLAIN, Math.max(NARROWEST, Math.min(WIDEST, width)));
    }

    private static boolean interactive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // Since Java 22 a console exists even if output goes to a file; only this method tells.
            Method isTerminal = Console.class.getMethod("isTerminal");
            return (boolean) isTerminal.invoke(console);
        } catch (NoSuchMethodException before22) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
