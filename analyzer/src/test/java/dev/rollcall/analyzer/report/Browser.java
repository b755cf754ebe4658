package dev.rollcall.analyzer.report;

import com.deque.html.axecore.selenium.AxeBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A Chromium without a window, driven by Debian's {@code chromedriver}. Both are named explicitly, so that Selenium downloads
 * nothing. One page at a time; not thread-safe.
 */
final class Browser implements AutoCloseable {
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> FLAGS = List.of(
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");
    /** Selenium warns that it has no classes for this version's protocol, which are not used. */
    private static final Logger WARNINGS = Logger.getLogger("org.openqa.selenium.devtools");

    /** The library's own driver opens a window for each look, and carries the whole result out of the page. */
    private static final String VIOLATIONS = """
            const [looks, options, done] = arguments;
            const context = looks ? { include: looks.flatMap(look => window.looks.get(look)) } : document;
            axe.run(context, options).then(
              result => done(result.violations.flatMap(({ id, nodes }) =>
                nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))),
              error => done([`axe-core failed: ${error}`]));
            """;

    /** Most of axe-core's time goes into this rule. */
    private static final String CONTRAST = "color-contrast";

    /** Groups the visible texts by all that their contrast depends on: what they are and stand in, and the colours of each. */
    private static final String LOOKS = """
            const looks = new Map();
            window.looks = new Map();
            const look = element => {
              if (element === null) {
                return '';
              }
              if (!looks.has(element)) {
                const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(element);
                const own = [element.tagName, element.className.baseVal ?? element.className,
                  color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight];
                looks.set(element, look(element.parentElement) + '>' + own.join(' '));
              }
              return looks.get(element);
            };
            for (const element of document.body.querySelectorAll('*')) {
              const speaks = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
              if (speaks && element.getClientRects().length > 0) {
                window.looks.set(look(element), [...window.looks.get(look(element)) ?? [], element]);
              }
            }
            return [...window.looks.keys()];
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ChromeDriver driver;
    private final String axe;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
        this.axe = axeScript();
    }

    /**
     * Starts a browser, or skips the test where there is none on the path.
     *
     * @param profile an empty folder for what the browser keeps
     */
    static Browser start(Path profile) {
        Optional<Path> browser =
                BROWSERS.stream().flatMap(name -> onPath(name).stream()).findFirst();
        Optional<Path> driver = onPath("chromedriver");
        Assumptions.assumeTrue(browser.isPresent(), "no Chromium on the path: no page was opened in a browser");
        Assumptions.assumeTrue(driver.isPresent(), "no chromedriver on the path: no page was opened in a browser");
        WARNINGS.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.get().toString());
        options.addArguments(FLAGS);
        options.addArguments("--user-data-dir=" + profile);
        options.setCapability("goog:loggingPrefs", logs);
        System.setProperty(
                ChromeDriverService.CHROME_DRIVER_EXE_PROPERTY, driver.get().toString());
        return new Browser(new ChromeDriver(options));
    }

    private static String axeScript() {
        try (InputStream script = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Path> onPath(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /** Opens a page, and forgets what earlier ones logged. */
    void open(Path page) {
        driver.manage().logs().get(LogType.BROWSER);
        driver.manage().logs().get(LogType.PERFORMANCE);
        driver.get(page.toUri().toString());
    }

    /** Sets the size of the screen in CSS pixels. */
    void screen(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /**
     * Sets what style sheets are for.
     *
     * @param medium {@code screen} or {@code print}
     * @param scheme {@code light} or {@code dark}
     */
    void media(String medium, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Evaluates an expression in the page. */
    Object value(String expression) {
        return driver.executeScript("return " + expression);
    }

    /** Evaluates an expression that is a list of texts. */
    List<String> texts(String expression) {
        return ((List<?>) value(expression)).stream().map(Object::toString).toList();
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Returns the lines of the console since the page was opened. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Returns what the page asked for since it was opened, apart from files and texts in the page itself. */
    List<String> requests() {
        List<String> urls = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode event = event(entry.getMessage());
            String url = event.path("params").path("request").path("url").asText("");
            if (event.path("method").asText().equals("Network.requestWillBeSent")
                    && !url.startsWith("file:")
                    && !url.startsWith("data:")) {
                urls.add(url);
            }
        }
        return urls;
    }

    private static JsonNode event(String message) {
        try {
            return JSON.readTree(message).path("message");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what axe-core finds wrong with the page, a line each, apart from the contrast of its texts. */
    List<String> violations() {
        return violations(null, Map.of("rules", Map.of(CONTRAST, Map.of("enabled", false))));
    }

    /**
     * Returns which texts axe-core finds hard to read, a line each.
     *
     * @param seen what texts of earlier pages look like and stand in, which are not looked at again; takes those of this page
     */
    List<String> faintTexts(Set<String> seen) {
        List<?> unseen = ((List<?>) driver.executeScript(LOOKS))
                .stream().filter(look -> seen.add(look.toString())).toList();
        if (unseen.isEmpty()) {
            return List.of();
        }
        return violations(unseen, Map.of("runOnly", List.of(CONTRAST)));
    }

    private List<String> violations(List<?> looks, Map<String, Object> only) {
        if (!(boolean) value("'axe' in window")) {
            driver.executeScript(axe);
        }
        // Without these types axe-core names every element of the page that it found right, which takes most of its
        // time.
        Map<String, Object> options = new HashMap<>(only);
        options.put("resultTypes", List.of("violations"));
        return ((List<?>) driver.executeAsyncScript(VIOLATIONS, looks, options))
                .stream().map(Object::toString).toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
