package dev.rollcall.analyzer.scan.family;

import java.util.List;

/** Families of loops. */
final class Loops {
    private Loops() {}

    static final List<Template> SINGLE = List.of(
            new Template("a loop whose bound depends on the rank", """
                    for (int i = 0; i < 3 + rank; i++) { // here
                    A;
                    }
                    """),
            new Template("loops with equal trip counts", """
                    if (rank == 0) {
                    for (int i = 0; i < 4; i++) {
                    A;
                    }
                    } else {
                    for (int i = rank; i < rank + 4; i++) {
                    A;
                    }
                    }
                    """),
            new Template("a loop of unknown length", """
                    long n = u.numel();
                    for (long i = 0; i < n; i++) {
                    A;
                    if (rank == 0) {
                    System.out.println(i);
                    }
                    }
                    """),
            new Template("a loop of unknown length less the rank", """
                    long n = u.numel();
                    for (long i = rank; i < n; i++) { // here
                    A;
                    }
                    """),
            new Template("loops whose steps depend on the rank", """
                    int steps = rank == 3 ? 3 : 2;
                    int first = 0;
                    while (first < 10) { // here
                    A;
                    first += steps;
                    }
                    for (int second = 0; second < 6; second += steps) { // here
                    A;
                    }
                    for (int third = 6; third > 4; third -= steps) {
                    A;
                    }
                    """),
            new Template("a loop whose step is a fraction", """
                    double time = 0;
                    while (time < 1) { // here
                    A;
                    time += rank == 3 ? 0.5 : 0.25;
                    }
                    """),
            new Template("a call of one rank in a loop", """
                    long n = u.numel();
                    for (long i = 0; i < n; i++) {
                    A;
                    if (rank == 0 && i == 1) { // here
                    A;
                    }
                    }
                    """),
            new Template("a break of one rank", """
                    for (int i = 0; i < 5; i++) {
                    if (rank == 2 && i == 3) { // here
                    break;
                    }
                    A;
                    }
                    """),
            new Template("a break of all ranks", """
                    for (int i = 0; i < 5; i++) {
                    A;
                    if (rank >= 0 && i == 3) {
                    break;
                    }
                    }
                    """),
            new Template("a continue of one rank", """
                    for (int i = 0; i < 3; i++) {
                    if (rank == 1) { // here
                    continue;
                    }
                    A;
                    }
                    """),
            new Template("a loop over a collection", """
                    List<Integer> steps = new ArrayList<>(List.of(1, 2, 3));
                    if (rank == 0) {
                    steps.add(4);
                    }
                    for (int step : steps) { // here
                    A;
                    }
                    """),
            new Template("a loop over a collection of all", """
                    List<Integer> steps = new ArrayList<>();
                    steps.add(rank);
                    steps.add(rank + 1);
                    for (int step : steps) {
                    A;
                    }
                    """),
            new Template("loops of unknown lengths in each other", """
                    long n = u.numel();
                    long m = t.numel();
                    for (long i = 0; i < n; i++) {
                    for (long k = 0; k < m; k++) {
                    A;
                    if (k == 3) {
                    continue;
                    }
                    }
                    }
                    if (rank == 0) { // here
                    A;
                    }
                    """),
            new Template("loops left through a label", """
                    long n = u.numel();
                    outer:
                    for (long i = 0; i < n; i++) {
                    for (long k = 0; k < n; k++) {
                    if (t.numel() == k) {
                    break outer;
                    }
                    if (rank == 0) {
                    System.out.println(k);
                    continue;
                    }
                    }
                    A;
                    }
                    A;
                    """),
            new Template("a loop while there is data", """
                    Iterator<String> lines = Arrays.asList(System.getenv("DATA").split(",")).iterator();
                    while (lines.hasNext()) {
                    String line = lines.next();
                    if (rank == 0) {
                    System.out.println(line);
                    }
                    A;
                    }
                    """));
}
