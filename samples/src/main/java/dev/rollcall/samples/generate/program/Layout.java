package dev.rollcall.samples.generate.program;

/**
 * How the ranks of a job are cut into data, tensor and pipeline groups. Tensor groups are made of neighbours, pipelines of
 * ranks far apart, as Megatron does it.
 *
 * @param data how many replicas share each part of the model
 * @param tensor how many ranks share each layer
 * @param pipeline how many stages the layers are cut into
 */
public record Layout(int data, int tensor, int pipeline) {

    /** Throws IllegalArgumentException where a number is below 1. */
    public Layout {
        if (data < 1 || tensor < 1 || pipeline < 1) {
            throw new IllegalArgumentException("a layout's numbers go from 1");
        }
    }

    /**
     * Reads a layout, such as {@code 4x2x1}.
     *
     * @throws IllegalArgumentException if it is none; its message says what would be
     */
    public static Layout parse(String text) {
        if (!text.matches("[1-9]\\d{0,5}x[1-9]\\d{0,5}x[1-9]\\d{0,5}")) {
            throw new IllegalArgumentException("a layout is DATAxTENSORxPIPELINE, such as 4x2x1, not '" + text + "'");
        }
        String[] parts = text.split("x");
        return new Layout(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** Returns how many ranks it has. */
    public long world() {
        return (long) data * tensor * pipeline;
    }

    /** Returns the rank's stage in its pipeline, from 0. */
    public int stage(int rank) {
        return rank / (data * tensor);
    }

    /** Returns the rank's replica, from 0. */
    public int replica(int rank) {
        return rank / tensor % data;
    }

    /** Returns the rank's share of its layers, from 0. */
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
