package dev.rollcall.analyzer.code.library;

import dev.rollcall.catalogue.CatalogueException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A {@code .names} file: what is known about a library by the names of its functions, classes and attributes (docs/catalogue.md).
 *
 * @param entries the facts in the order of their lines
 * @param signs by what a class is recognized where its name is not seen
 * @param given what the library hands to the methods of a program's subclass, by the class's full name and the parameter's name
 * @param patterns what names stand for where nothing better is known; a whole name must match
 * @param axes the axes by the words before {@code _rank}, {@code _group} and the like
 * @param settings what environment variables hold
 */
record LibraryFile(
        List<LibraryEntry> entries,
        List<Sign> signs,
        Map<Parameter, Given> given,
        Map<NameKind, Pattern> patterns,
        Map<String, String> axes,
        Map<String, LibraryFact> settings) {
    private static final long MOST_BYTES = 1 << 20;
    private static final Pattern FORM = Pattern.compile("\\s*(module|names|axis|environment)\\s.*");

    /**
     * A member that only these classes have, or what variables that hold such an object are called.
     *
     * @param types the classes' full names, one for each module and class
     * @param isMember whether it is a member
     */
    record Sign(List<String> types, String name, boolean isMember) {}

    /**
     * A parameter of the methods that a program's subclasses of a library's class have.
     *
     * @param type the library's class, by its full name
     */
    record Parameter(String type, String name) {}

    /**
     * What a library hands to methods that it calls.
     *
     * @param type its class, by its full name
     * @param methods the methods' names; one that ends with an asterisk stands for all that begin so
     */
    record Given(String type, List<String> methods) {
        Given {
            methods = List.copyOf(methods);
        }

        /** Returns whether the library calls a method of that name. */
        boolean to(String method) {
            return methods.stream()
                    .anyMatch(each -> each.endsWith("*")
                            ? method.startsWith(each.substring(0, each.length() - 1))
                            : method.equals(each));
        }
    }

    /** What a name can stand for. */
    enum NameKind {
        RANK,
        /** The rank within some of the ranks, it is not known which. */
        PART,
        SIZE,
        FIRST,
        LAST,
        /** A decorator that lets the first rank alone run a function. */
        ONLY_FIRST,
        /** A parameter that holds data of one rank. */
        LOCAL,
        /** An object whose attribute {@code rank} is this process's. */
        OWNER
    }

    /** Makes a file without lines, which can be added. */
    LibraryFile() {
        this(
                new ArrayList<>(),
                new ArrayList<>(),
                new HashMap<>(),
                new EnumMap<>(NameKind.class),
                new HashMap<>(),
                new HashMap<>());
    }

    /** Returns a copy that takes no more lines, and is thread-safe. */
    LibraryFile unmodifiable() {
        return new LibraryFile(
                List.copyOf(entries),
                List.copyOf(signs),
                Map.copyOf(given),
                Map.copyOf(patterns),
                Map.copyOf(axes),
                Map.copyOf(settings));
    }

    /** Returns a file of the jar. */
    static LibraryFile builtIn(String library) {
        String resource = library + ".names";
        try (InputStream in = LibraryFile.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing from the jar: " + resource);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new LibraryFileParser(resource).parse(text.lines().toList());
        } catch (IOException | CatalogueException e) {
            throw new IllegalStateException("invalid in the jar: " + resource, e);
        }
    }

    /**
     * Reads a user's file.
     *
     * @throws CatalogueException if it is larger than 1 MiB, or a line does not have the form that docs/catalogue.md describes
     * @throws IOException if it cannot be read
     */
    static LibraryFile read(Path file) throws IOException, CatalogueException {
        if (Files.size(file) > MOST_BYTES) {
            throw new CatalogueException(file + ": larger than 1 MiB; a file of names has some hundred lines");
        }
        return new LibraryFileParser(file.toString()).parse(Files.readAllLines(file));
    }

    /** Returns whether a user's file has this form, and not that of the recorder's catalogue. */
    static boolean hasForm(List<String> lines) {
        return lines.stream().anyMatch(line -> FORM.matcher(line).matches());
    }
}
