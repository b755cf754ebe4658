package dev.rollcall.analyzer.code.trace;

/** Code for the tests of the structure; a test finds a line by the text that it prints. */
final class Looping {

    private Looping() {}

    static void train(int steps, int rank) {
        for (int step = 0; step < steps; step++) {
            System.out.print("gradient");
            System.out.print("loss");
            if (rank == 0 && step % 2 == 0) {
                System.out.print("save");
            }
        }
        System.out.print("barrier");
        if (rank == 1) {
            System.out.print("broadcast");
        } else {
            System.out.print("reduce");
        }
    }

    static void nested(int epochs, int[] batches) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int batch : batches) {
                System.out.print("batch" + batch);
            }
            System.out.print("evaluate");
        }
    }
}
