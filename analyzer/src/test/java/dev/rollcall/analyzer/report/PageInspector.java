package dev.rollcall.analyzer.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Opens pages one after the other in one browser, and lists what is wrong with each. Not thread-safe. */
public final class PageInspector implements AutoCloseable {
    private static final int[][] SCREENS = {{1280, 800}, {390, 844}};

    /** axe-core takes minutes for a page of more; what such a page consists of is in the others, too. */
    private static final int MOST_ELEMENTS = 2_500;

    private final Browser browser;

    /** What the texts look like whose contrast was looked at. */
    private final Set<String> looks = new HashSet<>();

    PageInspector(Browser browser) {
        this.browser = browser;
    }

    /**
     * Starts a browser, or skips the test where there is none on the path.
     *
     * @param profile an empty folder for what the browser keeps
     */
    public static PageInspector start(Path profile) {
        return new PageInspector(Browser.start(profile));
    }

    /** Opens a page on a wide screen in light colours. */
    public void open(Path page) {
        browser.media("screen", "light");
        browser.screen(1280, 800);
        browser.open(page);
    }

    /** Returns what is wrong with the open page, a line each. Unfolds it, and leaves it as it is printed. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (int[] size : SCREENS) {
            String screen = size[0] + "x" + size[1];
            browser.screen(size[0], size[1]);
            add(faults, screen + ": the sentence is not on the first screen", PageFaults.SENTENCE);
            add(faults, screen + ": wider than the screen", PageFaults.WIDE);
        }
        browser.screen(1280, 800);
        add(faults, "used twice", PageFaults.REPEATED_IDS);
        add(faults, "leads nowhere", PageFaults.DEAD_LINKS);
        browser.value("document.querySelectorAll('details').forEach(fold => (fold.open = true))");
        add(faults, "wider than the screen when unfolded", PageFaults.WIDE);
        boolean small = (long) browser.value("document.querySelectorAll('*').length") <= MOST_ELEMENTS;
        if (small) {
            browser.violations().forEach(faults::add);
        }
        for (String[] medium : new String[][] {{"screen", "light"}, {"screen", "dark"}, {"print", "light"}}) {
            browser.media(medium[0], medium[1]);
            String shown = String.join(" ", medium);
            if (small) {
                browser.faintTexts(looks).forEach(fault -> faults.add(shown + ": " + fault));
            }
            add(faults, shown + ": contrast in a picture", PageFaults.FAINT_LABELS);
        }
        browser.console().forEach(line -> faults.add("console: " + line));
        browser.requests().forEach(url -> faults.add("request: " + url));
        return faults;
    }

    private void add(List<String> faults, String what, String check) {
        browser.texts(check).forEach(found -> faults.add(what + ": " + found));
    }

    @Override
    public void close() {
        browser.close();
    }
}
