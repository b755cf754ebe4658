package dev.rollcall.analyzer.scan.family;

/**
 * What the programs of a family look like: {@code A} and {@code B} stand for calls, {@code RANK} for a way to get the rank.
 *
 * @param family its name
 * @param body the statements
 * @param members what the class has besides
 */
record Template(String family, String body, String members) {
    private static final String[] RANKS = {
        "g.getRank()",
        "Integer.parseInt(System.getenv(\"RANK\"))",
        "Integer.getInteger(\"rank\", 0)",
        "Integer.valueOf(System.getenv().get(\"OMPI_COMM_WORLD_RANK\"))",
        "Integer.parseInt(System.getenv().getOrDefault(\"SLURM_PROCID\", \"0\").trim())",
        "(int) Long.parseLong(System.getProperty(\"job.rank\"))"
    };

    static final String PARAMETERS =
            "ProcessGroupGloo g, TensorVector v, TensorVector w, Tensor t, Tensor u, LongVector l";

    Template(String family, String body) {
        this(family, body, "");
    }

    /** Returns a program with the given calls. */
    Case with(int number, String a, String b) {
        String name = "P" + number;
        String rank = RANKS[number % RANKS.length];
        String text = """
                package demo;
                import java.util.*;
                import java.util.function.*;
                import java.util.stream.*;
                import org.bytedeco.pytorch.*;
                import org.bytedeco.pytorch.global.torch;
                class NAME {
                MEMBERS
                static void work(PARAMETERS) throws Exception {
                int rank = @RANK;
                BODY
                }
                }
                """.replace("MEMBERS", members)
                .replace("BODY", body)
                .replace("PARAMETERS", PARAMETERS)
                .replace("ARGUMENTS", "g, v, w, t, u, l")
                .replace("NAME", name)
                .replace("@RANK", rank);
        return new Case(family, name, text.replaceAll("\\bA;", a + ";").replaceAll("\\bB;", b + ";"));
    }
}
