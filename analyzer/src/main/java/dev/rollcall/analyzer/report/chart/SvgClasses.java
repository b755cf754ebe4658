package dev.rollcall.analyzer.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.StyleHandler;
import org.w3c.dom.Element;

/**
 * Writes classes of the page's style sheet in place of colours and fonts, so that a chart follows the page in light, in dark and
 * on paper. Immutable.
 */
final class SvgClasses implements StyleHandler {
    private static final List<String> KEPT = List.of("stroke-width");

    /** The name of the colour in the style sheet, by the colour that stands for it. */
    private final Map<String, String> names;

    /** Makes a handler of these colours, each as Batik writes it: {@code rgb(1,2,3)}. */
    SvgClasses(Map<String, String> names) {
        this.names = Map.copyOf(names);
    }

    @Override
    @SuppressWarnings("rawtypes") // Batik's interface is older than generics.
    public void setStyle(Element element, Map styles, SVGGeneratorContext context) {
        List<String> classes = new ArrayList<>();
        for (String property : List.of("fill", "stroke")) {
            Object colour = styles.get(property);
            if ("none".equals(colour)) {
                element.setAttribute(property, "none");
            } else if (colour != null && names.containsKey(colour.toString())) {
                classes.add(property + "-" + names.get(colour.toString()));
            }
        }
        if (!classes.isEmpty()) {
            element.setAttribute("class", String.join(" ", classes));
        }
        for (String property : KEPT) {
            if (styles.get(property) != null) {
                element.setAttribute(property, styles.get(property).toString());
            }
        }
    }
}
