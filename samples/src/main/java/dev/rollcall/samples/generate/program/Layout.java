package dev.rollcall.samples.generate.program;

/**
 * How the ranks of a job form data, tensor and pipeline groups. As in Megatron-LM, a tensor group consists of neighbouring
 * ranks, and the ranks of a pipeline are far apart.
 *
 * @param data the number of replicas of each part of the model
 * @param tensor the number of ranks that share each layer
 * @param pipeline the number of stages
 */
public record Layout(int data, int tensor, int pipeline) {

    /** Throws IllegalArgumentException if a number is below 1. */
    public Layout {
        if (data < 1 || tensor < 1 || pipeline < 1) {
            throw new IllegalArgumentException("the numbers of a layout start at 1");
        }
    }

    /**
     * Parses a layout, such as {@code 4x2x1}.
     *
     * @throws IllegalArgumentException if the text is not a layout; the message shows the form
     */
    public static Layout parse(String text) {
        if (!text.matches("[1-9]\\d{0,5}x[1-9]\\d{0,5}x[1-9]\\d{0,5}")) {
            throw new IllegalArgumentException("a layout is DATAxTENSORxPIPELINE, such as 4x2x1, not '" + text + "'");
        }
        String[] parts = text.split("x");
        return new Layout(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** Returns the world size. */
    public long world() {
        return (long) data * tensor * pipeline;
    }

    /** Returns the pipeline stage of a rank, from 0. */
    public int stage(int rank) {
        return rank / (data * tensor);
    }

    /** Returns the replica of a rank, from 0. */
    public int replica(int rank) {
        return rank / tensor % data;
    }

    /** Returns the position of a rank in its tensor group, from 0. */
    public int shard(int rank) {
        return rank % tensor;
    }

    int rank(int stage, int replica, int shard) {
        return (stage * data + replica) * tensor + shard;
    }

    @Override
    public String toString() {
        return data + "x" + tensor + "x" + pipeline;
    }
}
