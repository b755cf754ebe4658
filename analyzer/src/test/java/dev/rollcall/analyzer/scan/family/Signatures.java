package dev.rollcall.analyzer.scan.family;

import java.util.ArrayList;
import java.util.List;

/** Families of calls that differ in root, reduction, type or count. */
final class Signatures {
    private Signatures() {}

    private record Rooted(String options, String call) {}

    private static final List<Rooted> ROOTED = List.of(
            new Rooted("BroadcastOptions", "g.broadcast(v, options)"),
            new Rooted("ReduceOptions", "g.reduce(v, options)"),
            new Rooted("GatherOptions", "g.gather(w, v, options)"),
            new Rooted("ScatterOptions", "g.scatter(v, w, options)"));
    private static final List<Rooted> REDUCING = List.of(
            new Rooted("AllreduceOptions", "g.allreduce(v, options)"),
            new Rooted("AllreduceOptions", "g.allreduce_sparse(v, options)"),
            new Rooted("ReduceOptions", "g.reduce(v, options)"),
            new Rooted("ReduceScatterOptions", "g.reduce_scatter(v, w, options)"),
            new Rooted("ReduceScatterOptions", "g._reduce_scatter_base(t, u, options)"));
    private static final List<String> SHAPED = List.of(
            "g.allreduce(new TensorVector(x))",
            "g.broadcast(new TensorVector(x))",
            "g.reduce(new TensorVector(x))",
            "g.allgather(w, new TensorVector(x))",
            "g._allgather_base(t, x)",
            "g.gather(w, new TensorVector(x))",
            "g.scatter(new TensorVector(x), w)",
            "g.reduce_scatter(new TensorVector(x), w)",
            "g._reduce_scatter_base(x, u)");

    static List<Case> cases(int first) {
        List<Case> cases = new ArrayList<>();
        for (Rooted each : ROOTED) {
            add(cases, first, "root by rank", "OPTIONS options = new OPTIONS().rootRank(rank);\nCALL; // here", each);
            add(
                    cases,
                    first,
                    "root by branch",
                    "long root = 1;\nif (rank == 1) { // here\nroot = 0;\n}\n"
                            + "OPTIONS options = new OPTIONS().rootRank(root);\nCALL;",
                    each);
            add(
                    cases,
                    first,
                    "root in each branch",
                    "if (rank == 1) { // here\n"
                            + "OPTIONS options = new OPTIONS().rootRank(1);\nCALL;\n} else {\n"
                            + "OPTIONS options = new OPTIONS().rootRank(0);\nCALL;\n}",
                    each);
            add(
                    cases,
                    first,
                    "equal root in each branch",
                    "if (rank == 1) {\n"
                            + "OPTIONS options = new OPTIONS().rootRank(2 - 1);\nCALL;\n} else {\n"
                            + "OPTIONS options = new OPTIONS().rootRank(1);\nCALL;\n}",
                    each);
            add(cases, first, "root from outside", "OPTIONS options = new OPTIONS().rootRank(l.size());\nCALL;", each);
            add(
                    cases,
                    first,
                    "equal root worked out",
                    "OPTIONS options = new OPTIONS().rootRank(rank * 0 + 1);\nCALL;",
                    each);
        }
        for (Rooted each : REDUCING) {
            add(
                    cases,
                    first,
                    "reduction by rank",
                    "ReduceOp.RedOpType how = rank == 0 ? ReduceOp.RedOpType.MAX : "
                            + "ReduceOp.RedOpType.SUM; // here\nOPTIONS options = new OPTIONS().reduceOp(new ReduceOp(how));\n"
                            + "CALL;",
                    each);
            add(
                    cases,
                    first,
                    "reduction in each branch",
                    "OPTIONS options = new OPTIONS();\nif (rank == 0) { // here\n"
                            + "options.reduceOp(new ReduceOp(ReduceOp.RedOpType.MIN));\n}\nCALL;",
                    each);
            add(
                    cases,
                    first,
                    "equal reduction in each branch",
                    "ReduceOp.RedOpType how = rank == 0 ? "
                            + "ReduceOp.RedOpType.SUM : ReduceOp.RedOpType.SUM;\n"
                            + "OPTIONS options = new OPTIONS().reduceOp(new ReduceOp(how));\nCALL;",
                    each);
        }
        for (String call : SHAPED) {
            Rooted each = new Rooted("", call);
            add(cases, first, "count by rank", "Tensor x = torch.ones(rank + 1);\nCALL; // here", each);
            add(cases, first, "count by branch", "Tensor x = torch.ones(rank == 0 ? 8 : 4); // here\nCALL;", each);
            add(cases, first, "equal count", "Tensor x = torch.ones(rank == 0 ? 4 : 8 / 2);\nCALL;", each);
            add(
                    cases,
                    first,
                    "count from outside and by rank",
                    "Tensor x = torch.zeros(l.size() + rank);\nCALL; // here",
                    each);
            add(
                    cases,
                    first,
                    "count from outside",
                    "Tensor x = torch.zeros(l.size());\nif (rank == 0) {\nx.fill_(t);\n}\n" + "CALL;",
                    each);
            add(
                    cases,
                    first,
                    "type by rank",
                    "Tensor x = torch.ones(4);\nif (rank == 0) { // here\n"
                            + "x = x.toType(torch.ScalarType.Double);\n}\nCALL;",
                    each);
            add(
                    cases,
                    first,
                    "equal type",
                    "Tensor x = torch.ones(4);\nif (rank == 0) {\n" + "x = x.toType(torch.ScalarType.Float);\n}\nCALL;",
                    each);
            add(cases, first, "contents by rank", "Tensor x = torch.ones(4).mul(new Scalar(rank));\nCALL;", each);
        }
        return cases;
    }

    private static void add(List<Case> cases, int first, String family, String body, Rooted each) {
        String text = body.replace("OPTIONS", each.options()).replace("CALL", each.call());
        cases.add(new Template(family, text).with(first + cases.size(), "", ""));
    }
}
