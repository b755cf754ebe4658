package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.family.Compiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program of one source file, {@code demo/Job.java}, that calls Gloo; its lines are named by the comments at their ends. */
record CompiledJob(String source, StackCode code) {
    private static final Map<String, String> LIBRARY = Map.of(
            "org.bytedeco.pytorch.ProcessGroupGloo",
            """
            package org.bytedeco.pytorch;
            public class ProcessGroupGloo {
                public native Work allreduce(TensorVector of);
                public native Work broadcast(TensorVector of);
                public native Work barrier();
            }
            """,
            "org.bytedeco.pytorch.Work",
            "package org.bytedeco.pytorch; public class Work { public native boolean _wait(); }",
            "org.bytedeco.pytorch.TensorVector",
            "package org.bytedeco.pytorch; public class TensorVector { public TensorVector(Tensor of) {} }",
            "org.bytedeco.pytorch.Tensor",
            """
            package org.bytedeco.pytorch;
            public class Tensor {
                public native Tensor copy_(Tensor of);
                public native Tensor add(Tensor of);
            }
            """);

    /** Compiles the classes into a folder. */
    static CompiledJob of(String source, Path folder) throws IOException {
        Map<String, String> sources = new HashMap<>(LIBRARY);
        sources.put("demo.Job", "package demo;\nimport java.util.*;\nimport org.bytedeco.pytorch.*;\n" + source);
        Path classes = Files.createDirectories(folder.resolve("demo"));
        for (Map.Entry<String, byte[]> each : Compiler.compile(sources).entrySet()) {
            if (each.getKey().startsWith("demo.")) {
                Files.write(classes.resolve(each.getKey().substring("demo.".length()) + ".class"), each.getValue());
            }
        }
        return new CompiledJob(sources.get("demo.Job"), new StackCode(List.of(), List.of(folder)));
    }

    int line(String comment) {
        List<String> lines = source.lines().toList();
        return 1
                + lines.indexOf(lines.stream()
                        .filter(each -> each.endsWith("// " + comment))
                        .findFirst()
                        .orElseThrow());
    }

    /** Returns frames, innermost first, from {@code Job.fit the comment of its line}. */
    List<StackFrame> way(String... frames) {
        List<StackFrame> way = new ArrayList<>();
        for (String each : frames) {
            int space = each.indexOf(' ');
            int dot = each.lastIndexOf('.', space);
            way.add(new StackFrame(
                    "demo." + each.substring(0, dot),
                    each.substring(dot + 1, space),
                    "Job.java",
                    line(each.substring(space + 1))));
        }
        return way;
    }
}
