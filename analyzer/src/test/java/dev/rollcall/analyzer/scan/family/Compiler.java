package dev.rollcall.analyzer.scan.family;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles Java programs in memory, against the test's own class path. */
public final class Compiler {
    private Compiler() {}

    /** Returns the class files by the classes' names, with debugging information. */
    public static Map<String, byte[]> compile(Map<String, String> sourcesByName) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> compiled = new LinkedHashMap<>();
        StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null);
        JavaFileManager files = new ForwardingJavaFileManager<>(standard) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("memory:/" + name.replace('.', '/') + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        ByteArrayOutputStream out = new ByteArrayOutputStream();
                        compiled.put(name, out);
                        return out;
                    }
                };
            }
        };
        List<SimpleJavaFileObject> sources = sourcesByName.entrySet().stream()
                .map(each -> source(each.getKey(), each.getValue()))
                .toList();
        StringWriter messages = new StringWriter();
        boolean done = compiler.getTask(messages, files, null, List.of("-g", "-proc:none", "-nowarn"), null, sources)
                .call();
        if (!done) {
            throw new AssertionError(messages.toString());
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        compiled.forEach((name, out) -> classes.put(name, out.toByteArray()));
        return classes;
    }

    private static SimpleJavaFileObject source(String name, String text) {
        URI uri = URI.create("memory:/" + name.replace('.', '/') + ".java");
        return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
