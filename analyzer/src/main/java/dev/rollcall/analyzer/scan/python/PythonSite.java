package dev.rollcall.analyzer.scan.python;

import dev.rollcall.analyzer.scan.run.Site;

/**
 * A condition, or a loop, of a Python program.
 *
 * @param source the file
 * @param number tells it from the others in the file
 * @param line where it is
 * @param condition its text
 * @param decidesLoop whether it keeps a loop going
 */
record PythonSite(PythonFile source, int number, int line, String condition, boolean decidesLoop) implements Site {

    @Override
    public String key() {
        return source.path() + "#" + number;
    }

    @Override
    public String type() {
        return "";
    }

    @Override
    public String file() {
        return source.path();
    }

    @Override
    public boolean meantSo() {
        return source.ignored(line);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PythonSite that && that.source == source && that.number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }
}
