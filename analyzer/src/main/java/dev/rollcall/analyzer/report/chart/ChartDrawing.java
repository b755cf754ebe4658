package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.report.chart.ChartPlot.Axis;
import dev.rollcall.analyzer.report.chart.ChartPlot.Mark;
import dev.rollcall.analyzer.report.chart.ChartPlot.Point;
import dev.rollcall.analyzer.report.chart.ChartPlot.Scale;
import dev.rollcall.analyzer.report.chart.ChartPlot.Series;
import dev.rollcall.analyzer.report.chart.ChartPlot.Tone;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleFunction;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.TickUnits;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.AbstractXYItemRenderer;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Draws charts with JFreeChart into SVG elements for the page. The only class that uses AWT, which fails on a host without fonts
 * and in a runtime without a desktop module. Stateless and thread-safe.
 */
final class ChartDrawing {
    private static final String SVG = "http://www.w3.org/2000/svg";
    private static final String NAMESPACES = " xmlns=\"[^\"]*\" xmlns:xlink=\"[^\"]*\"";
    private static final int WIDTH = 560;
    private static final int HEIGHT = 200;
    private static final int NAME_HEIGHT = 26;
    private static final int AXIS_HEIGHT = 30;
    private static final int LARGEST_POWER = 62;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    private static final Color TEXT = new Color(1, 0, 0);
    private static final Color RULE = new Color(2, 0, 0);
    private static final BasicStroke THIN = new BasicStroke(1);
    private static final BasicStroke MIDDLE = new BasicStroke(2);
    private static final BasicStroke THICK = new BasicStroke(5);
    private static final Shape DOT = new Ellipse2D.Double(-3, -3, 6, 6);

    private ChartDrawing() {}

    /**
     * Measures a text, for which AWT needs fonts.
     *
     * @throws LinkageError if the runtime lacks the desktop module, or the host a library for fonts
     * @throws InternalError if the host has no fonts
     */
    static boolean measuresText() {
        // AWT would look for a display otherwise, and fail where the one in the environment cannot be reached.
        System.setProperty("java.awt.headless", "true");
        return FONT.getStringBounds("0", new FontRenderContext(null, true, true))
                        .getWidth()
                > 0;
    }

    /**
     * Returns a chart as an SVG element.
     *
     * @param title what the chart shows, for a screen reader
     */
    static String draw(ChartPlot plot, String title) {
        int names = plot.x().names().size();
        int height = names > 0 ? AXIS_HEIGHT + NAME_HEIGHT * names : HEIGHT;
        SVGGraphics2D graphics = graphics();
        chart(plot).draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
        Element root = graphics.getRoot();
        removeDefinitions(root);
        root.setAttribute("viewBox", "0 0 " + WIDTH + " " + height);
        root.setAttribute("role", "img");
        root.setAttribute("aria-label", title);
        StringWriter document = new StringWriter();
        try {
            graphics.stream(root, document, false, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // A page has no XML declaration, document type and namespaces.
        String text = document.toString();
        return text.substring(text.indexOf("<svg")).replaceFirst(NAMESPACES, "");
    }

    /**
     * Removes the paths to which shapes are clipped: all lie within the axes. So the element has no ids, which had to differ from
     * all others in a page.
     */
    private static void removeDefinitions(Element root) {
        NodeList definitions = root.getElementsByTagName("defs");
        while (definitions.getLength() > 0) {
            Node first = definitions.item(0);
            first.getParentNode().removeChild(first);
        }
    }

    private static SVGGraphics2D graphics() {
        Document document;
        try {
            document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
        context.setComment(null);
        context.setPrecision(1);
        context.setStyleHandler(new SvgClasses(classes()));
        return new SVGGraphics2D(context, false);
    }

    private static Map<String, String> classes() {
        Map<String, String> classes = new HashMap<>();
        classes.put(written(TEXT), "text");
        classes.put(written(RULE), "rule");
        for (Tone tone : Tone.values()) {
            classes.put(written(colour(tone)), tone.id());
        }
        return classes;
    }

    private static String written(Color colour) {
        return "rgb(" + colour.getRed() + "," + colour.getGreen() + "," + colour.getBlue() + ")";
    }

    /** Returns the colour that stands for a tone until {@link SvgClasses} writes the tone's class. */
    private static Color colour(Tone tone) {
        return new Color(3, 0, tone.ordinal());
    }

    private static JFreeChart chart(ChartPlot plot) {
        XYPlot drawn = new XYPlot(null, axis(plot.x()), axis(plot.y()), null);
        drawn.setOrientation(plot.x().names().isEmpty() ? PlotOrientation.VERTICAL : PlotOrientation.HORIZONTAL);
        drawn.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
        drawn.setBackgroundPaint(null);
        drawn.setOutlineVisible(false);
        drawn.setDomainGridlinesVisible(false);
        drawn.setRangeGridlinePaint(RULE);
        drawn.setRangeGridlineStroke(THIN);
        drawn.setAxisOffset(RectangleInsets.ZERO_INSETS);
        drawn.setInsets(RectangleInsets.ZERO_INSETS);
        for (Series series : plot.series()) {
            int number = drawn.getDatasetCount();
            drawn.setDataset(number, data(series, plot.y()));
            drawn.setRenderer(number, renderer(series));
        }
        JFreeChart chart = new JFreeChart(null, FONT, drawn, false);
        chart.setBackgroundPaint(null);
        chart.setPadding(new RectangleInsets(6, 2, 2, 24));
        return chart;
    }

    private static ValueAxis axis(Axis axis) {
        ValueAxis drawn = switch (axis.scale()) {
            case NAMES -> names(axis);
            default -> numbers(axis);
        };
        drawn.setRange(position(axis, axis.least()), position(axis, axis.most()));
        drawn.setTickLabelFont(FONT);
        drawn.setTickLabelPaint(TEXT);
        drawn.setAxisLinePaint(RULE);
        drawn.setTickMarksVisible(false);
        return drawn;
    }

    private static ValueAxis names(Axis axis) {
        SymbolAxis drawn = new SymbolAxis(null, axis.names().toArray(String[]::new));
        drawn.setGridBandsVisible(false);
        drawn.setInverted(true);
        return drawn;
    }

    private static ValueAxis numbers(Axis axis) {
        NumberAxis drawn = new NumberAxis(null);
        boolean logarithmic = axis.scale() == Scale.LOGARITHMIC;
        drawn.setNumberFormatOverride(
                new Labels(logarithmic ? power -> axis.label().apply(Math.pow(10, power)) : axis.label()));
        switch (axis.scale()) {
            case WHOLE -> drawn.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
            case BINARY -> drawn.setStandardTickUnits(powersOfTwo());
            case LOGARITHMIC -> drawn.setTickUnit(new NumberTickUnit(1));
            default -> drawn.setStandardTickUnits(NumberAxis.createStandardTickUnits());
        }
        return drawn;
    }

    private static TickUnits powersOfTwo() {
        TickUnits powers = new TickUnits();
        for (int power = 0; power <= LARGEST_POWER; power++) {
            powers.add(new NumberTickUnit(1L << power));
        }
        return powers;
    }

    /** Returns where a value stands on an axis. */
    private static double position(Axis axis, double value) {
        return axis.scale() == Scale.LOGARITHMIC ? Math.log10(value) : value;
    }

    private static XYIntervalSeriesCollection data(Series series, Axis values) {
        XYIntervalSeries points = new XYIntervalSeries(series.name());
        for (Point point : series.points()) {
            double half = point.width() / 2;
            points.add(
                    point.x(),
                    point.x() - half,
                    point.x() + half,
                    position(values, point.value()),
                    position(values, point.low()),
                    position(values, point.high()));
        }
        XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
        data.addSeries(points);
        return data;
    }

    private static AbstractXYItemRenderer renderer(Series series) {
        AbstractXYItemRenderer renderer = switch (series.mark()) {
            case AREA -> area();
            case LINE -> line();
            case BAR -> bars();
            case RANGE -> ranges(colour(series.tone()));
            case DOT -> dots();
        };
        renderer.setSeriesPaint(0, colour(series.tone()));
        renderer.setSeriesFillPaint(0, colour(series.tone()));
        renderer.setSeriesStroke(0, stroke(series));
        renderer.setSeriesShape(0, DOT);
        return renderer;
    }

    /** Returns how wide lines are: those of other ranks are wider, so that they are seen below the line of a named rank. */
    private static BasicStroke stroke(Series series) {
        return series.mark() == Mark.RANGE ? THIN : series.tone() == Tone.OTHERS ? THICK : MIDDLE;
    }

    private static AbstractXYItemRenderer area() {
        DeviationRenderer area = new DeviationRenderer(false, false);
        area.setDrawSeriesLineAsPath(true);
        area.setAlpha(1);
        return area;
    }

    private static AbstractXYItemRenderer line() {
        XYLineAndShapeRenderer line = new XYLineAndShapeRenderer(true, false);
        line.setDrawSeriesLineAsPath(true);
        return line;
    }

    private static AbstractXYItemRenderer dots() {
        return new XYLineAndShapeRenderer(false, true);
    }

    private static AbstractXYItemRenderer bars() {
        XYBarRenderer bars = new XYBarRenderer();
        bars.setUseYInterval(true);
        bars.setShadowVisible(false);
        bars.setBarPainter(new StandardXYBarPainter());
        return bars;
    }

    private static AbstractXYItemRenderer ranges(Color colour) {
        XYErrorRenderer ranges = new XYErrorRenderer();
        ranges.setDrawXError(false);
        ranges.setDefaultLinesVisible(false);
        ranges.setDefaultShapesVisible(false);
        ranges.setErrorPaint(colour);
        ranges.setErrorStroke(THIN);
        return ranges;
    }

    /** Prints the labels of an axis. */
    private static final class Labels extends NumberFormat {
        private static final long serialVersionUID = 1;

        private final transient DoubleFunction<String> label;

        private Labels(DoubleFunction<String> label) {
            this.label = label;
        }

        @Override
        public StringBuffer format(double value, StringBuffer text, FieldPosition field) {
            return text.append(label.apply(value));
        }

        @Override
        public StringBuffer format(long value, StringBuffer text, FieldPosition field) {
            return format((double) value, text, field);
        }

        @Override
        public Number parse(String text, ParsePosition position) {
            throw new UnsupportedOperationException();
        }
    }
}
