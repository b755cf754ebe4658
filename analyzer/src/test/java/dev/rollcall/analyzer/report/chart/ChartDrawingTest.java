package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.analyzer.report.chart.ChartPlot.Axis;
import dev.rollcall.analyzer.report.chart.ChartPlot.Mark;
import dev.rollcall.analyzer.report.chart.ChartPlot.Point;
import dev.rollcall.analyzer.report.chart.ChartPlot.Scale;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.report.chart.ChartPlot.Tone;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ChartDrawingTest {
    private static final String HOSTILE = "</svg><script>alert('\"&')</script>";

    @BeforeAll
    static void needsFonts() {
        try {
            draw(plot(Mark.LINE, 2));
        } catch (LinkageError | InternalError | RuntimeException noFonts) {
            assumeTrue(false, "Java cannot draw on this host: " + noFonts);
        }
    }

    private static ChartPlot plot(Mark mark, int points) {
        List<Point> all = IntStream.range(0, points)
                .mapToObj(i -> new Point(i, mark == Mark.BAR ? 0.8 : 0, 1, 2, 4))
                .toList();
        return new ChartPlot(
                Axis.of(Scale.WHOLE, -1, points, at -> "" + (long) at),
                Axis.of(Scale.DECIMAL, 0, 5, at -> (long) at + HOSTILE),
                List.of(new Series(HOSTILE, mark, Tone.NAMED, all)));
    }

    private static String draw(ChartPlot plot) {
        return ChartDrawing.draw(plot, HOSTILE);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void drawsEveryMarkAsOneElementWithoutScripts() throws Exception {
        for (Mark mark : Mark.values()) {
            String svg = draw(plot(mark, 3));

            assertEquals("svg", parsed(svg).getDocumentElement().getTagName(), mark.name());
            assertEquals(HOSTILE, parsed(svg).getDocumentElement().getAttribute("aria-label"), mark.name());
            assertFalse(svg.contains("<script"), mark.name());
            assertTrue(svg.contains(mark == Mark.LINE || mark == Mark.RANGE ? "stroke-named" : "fill-named"), svg);
        }
    }

    @Test
    void leavesColoursAndFontsToThePage() {
        for (Mark mark : Mark.values()) {
            String svg = draw(plot(mark, 3));

            assertFalse(svg.contains("font-family"), svg);
            assertFalse(svg.contains("rgb("), svg);
            assertFalse(svg.contains("style="), svg);
            assertFalse(svg.contains("=\"black\"") || svg.contains("=\"white\""), svg);
        }
    }

    /** So that no id can be in the page twice, and nothing is fetched. */
    @Test
    void hasNoIdsAndNoAddresses() {
        for (Mark mark : Mark.values()) {
            String svg = draw(plot(mark, 3));

            assertFalse(svg.contains(" id="), svg);
            assertFalse(svg.contains("url("), svg);
            assertFalse(svg.contains("http"), svg);
            assertFalse(svg.contains("<defs"), svg);
        }
    }

    @Test
    void drawsNamesBelowEachOther() throws Exception {
        ChartPlot plot = new ChartPlot(
                Axis.named(List.of("all_reduce", HOSTILE)),
                Axis.of(Scale.LOGARITHMIC, 1e3, 1e9, at -> Math.round(at) + " ns"),
                List.of(new Series("", Mark.BAR, Tone.hue(7), List.of(new Point(0, 0.5, 1e4, 1e5, 1e6)))));

        String svg = draw(plot);

        assertTrue(parsed(svg).getDocumentElement().getTextContent().contains(HOSTILE));
        assertTrue(svg.contains("1000000 ns"), svg);
        assertTrue(svg.contains("fill-others"), svg);
    }

    @Test
    void drawsTheMostPointsInLittleSpace() {
        int bytes = Arrays.stream(Mark.values())
                .mapToInt(mark -> draw(plot(mark, 128)).length())
                .max()
                .orElseThrow();

        assertTrue(bytes < 100_000, bytes + " characters");
    }
}
