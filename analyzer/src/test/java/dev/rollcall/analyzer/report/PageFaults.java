package dev.rollcall.analyzer.report;

/** Expressions that list, as texts, what is wrong with the page that a browser shows. */
final class PageFaults {
    /** A heading of a first article, or of the list of jobs, that is not whole on the screen. */
    static final String SENTENCE = """
            [document.querySelector('h1')].filter(head => {
              const box = head.getBoundingClientRect();
              return scrollY !== 0 || box.height === 0 || box.top < 0 || box.bottom > innerHeight || box.right > innerWidth;
            }).map(head => `${head.textContent.trim().slice(0, 80)} ends at ${head.getBoundingClientRect().bottom}`)
            """.strip();

    /** Elements that reach beyond the right edge outside a box that scrolls. */
    static final String WIDE = """
            (() => {
              const scrolls = element => element && (/auto|scroll/.test(getComputedStyle(element).overflowX)
                || scrolls(element.parentElement));
              return [...document.body.querySelectorAll('*')].filter(element => {
                const box = element.getBoundingClientRect();
                return box.width > 0 && box.right > document.documentElement.clientWidth + 1 && !scrolls(element);
              }).slice(0, 5).map(element => element.outerHTML.slice(0, 160));
            })()
            """.strip();

    static final String REPEATED_IDS = """
            [...document.querySelectorAll('[id]')].map(element => element.id)
              .filter((id, index, all) => all.indexOf(id) !== index)
            """.strip();

    static final String DEAD_LINKS = """
            [...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute('href'))
              .filter(link => !document.getElementById(link.slice(1)))
            """.strip();

    /**
     * Labels with a contrast below 4.5 to the shape behind them in pictures, and to the page in charts, which axe-core does not check
     * (<a href="https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio">WCAG 2.1</a>).
     */
    static final String FAINT_LABELS = """
            (() => {
              const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
              const luminance = colour => {
                canvas.clearRect(0, 0, 1, 1);
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
                const linear = [r, g, b].map(part => part / 255)
                  .map(part => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
                return a === 0 ? null : .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2];
              };
              const paper = luminance(getComputedStyle(document.body).backgroundColor) ?? 1;
              const seen = new Map();
              const known = colour => seen.get(colour) ?? seen.set(colour, luminance(colour)).get(colour);
              return [...document.querySelectorAll('svg text')].filter(label => {
                const shape = label.closest('.chart') ? null : label.closest('g')?.querySelector('rect, path, polygon, circle');
                const fill = shape && getComputedStyle(shape).fill;
                const behind = fill && fill !== 'none' ? known(fill) ?? paper : paper;
                const front = known(getComputedStyle(label).fill) ?? paper;
                return (Math.max(front, behind) + .05) / (Math.min(front, behind) + .05) < 4.5;
              }).slice(0, 5).map(label => `${label.textContent} in ${label.parentElement.className.baseVal}`);
            })()
            """.strip();

    private PageFaults() {}
}
