package dev.rollcall.analyzer.model;

import dev.rollcall.analyzer.model.MessageProgram.Writer;

/** How ranks exchange messages in each step. */
public enum MessageFamily {
    RING {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            writer.send((rank + 1) % world, 10)
                    .recv((rank + world - 1) % world, 11)
                    .batch(2);
        }
    },
    RING_BACKWARD {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            writer.recv((rank + 1) % world, 11)
                    .send((rank + world - 1) % world, 10)
                    .batch(2);
        }
    },
    /** Even ranks send first, and all turn by turn; with an odd number of ranks the last one receives first, too. */
    RING_ALTERNATING {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            int next = (rank + 1) % world;
            int before = (rank + world - 1) % world;
            if (rank % 2 == 0 && rank != world - 1) {
                writer.send(next, 10).recv(before, 11);
            } else {
                writer.recv(before, 11).send(next, 10);
            }
        }
    },
    EXCHANGE {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            for (int phase = 0; phase < 2; phase++) {
                int peer = (rank + phase) % 2 == 0 ? rank + 1 : rank - 1;
                if (peer >= 0 && peer < world) {
                    if (rank < peer) {
                        writer.send(peer, 20 + phase).recv(peer, 22 + phase);
                    } else {
                        writer.recv(peer, 22 + phase).send(peer, 20 + phase);
                    }
                }
            }
        }
    },
    ALL_PAIRS {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            for (int distance = 1; distance < world; distance++) {
                writer.send((rank + distance) % world, 30)
                        .recv((rank + world - distance) % world, 31)
                        .batch(2);
            }
        }
    },
    TREE {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            for (int child = 2 * rank + 1; child <= 2 * rank + 2; child++) {
                if (child < world) {
                    writer.recv(child, 40);
                }
            }
            if (rank > 0) {
                writer.send((rank - 1) / 2, 41).recv((rank - 1) / 2, 42);
            }
            for (int child = 2 * rank + 1; child <= 2 * rank + 2; child++) {
                if (child < world) {
                    writer.send(child, 43);
                }
            }
        }
    },
    /** All forward microbatches, then all backward. */
    PIPELINE {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            for (int batch = 0; batch < MICROBATCHES; batch++) {
                forward(world, rank, writer);
            }
            for (int batch = 0; batch < MICROBATCHES; batch++) {
                backward(world, rank, writer);
            }
        }
    },
    /** One forward, one backward (PipeDream-Flush, Narayanan et al. 2021). */
    PIPELINE_1F1B {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            int warmUp = Math.min(MICROBATCHES, world - 1 - rank);
            for (int batch = 0; batch < warmUp; batch++) {
                forward(world, rank, writer);
            }
            for (int batch = warmUp; batch < MICROBATCHES; batch++) {
                if (rank > 0) {
                    writer.recv(rank - 1, 50);
                }
                if (rank < world - 1) {
                    writer.send(rank + 1, 51).recv(rank + 1, 52).batch(2);
                }
                if (rank > 0) {
                    writer.send(rank - 1, 53);
                }
            }
            for (int batch = 0; batch < warmUp; batch++) {
                backward(world, rank, writer);
            }
        }
    },
    /** Each rank holds two stages, so that the last rank sends on to the first. */
    PIPELINE_INTERLEAVED {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            for (int batch = 0; batch < MICROBATCHES; batch++) {
                for (int chunk = 0; chunk < 2; chunk++) {
                    if (rank > 0 || chunk > 0) {
                        writer.recv((rank + world - 1) % world, 60 + chunk);
                    }
                    if (rank < world - 1 || chunk == 0) {
                        writer.send((rank + 1) % world, 62 + chunk);
                    }
                }
            }
        }
    },
    /** In every second step each rank also reports to rank 0. */
    RING_WITH_REPORTS {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            RING.step(world, rank, step, writer);
            if (step % 2 == 1) {
                if (rank > 0) {
                    writer.send(0, 70);
                }
                for (int from = 1; rank == 0 && from < world; from++) {
                    writer.recv(from, 71);
                }
            }
        }
    },
    /** Each rank posts its receive before a collective and sends after it. */
    RING_POSTED_EARLY {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            writer.recv((rank + world - 1) % world, 80)
                    .unawaited()
                    .collective("all_reduce", 81)
                    .send((rank + 1) % world, 82);
        }
    },
    /** In one step, two ranks exchange a message. */
    PAIR_ONCE {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            writer.collective("all_reduce", 86);
            if (step == 2 && rank == 0) {
                writer.send(1, 87);
            } else if (step == 2 && rank == 1) {
                writer.recv(0, 88);
            }
        }
    },
    /** A ring; in one step, two ranks exchange another message before. */
    RING_WITH_PAIR {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            if (step == 3 && rank == 0) {
                writer.send(2 % world, 87);
            } else if (step == 3 && rank == 2 % world) {
                writer.recv(0, 88);
            }
            writer.send((rank + 1) % world, 10);
            writer.recv((rank + world - 1) % world, 11).batch(2);
        }
    },
    /** Only some ranks exchange messages. */
    PAIR {
        @Override
        void step(int world, int rank, int step, Writer writer) {
            if (rank == 0) {
                writer.send(1, 85);
            } else if (rank == 1) {
                writer.recv(0, 86);
            }
        }
    };

    private static final int MICROBATCHES = 4;

    abstract void step(int world, int rank, int step, Writer writer);

    private static void forward(int world, int rank, Writer writer) {
        if (rank > 0) {
            writer.recv(rank - 1, 50);
        }
        if (rank < world - 1) {
            writer.send(rank + 1, 51);
        }
    }

    private static void backward(int world, int rank, Writer writer) {
        if (rank < world - 1) {
            writer.recv(rank + 1, 52);
        }
        if (rank > 0) {
            writer.send(rank - 1, 53);
        }
    }

    /** Returns a program, with an all_reduce after each step or at the end only. */
    public MessageProgram program(int world, int steps, boolean collectives) {
        MessageProgram program = MessageProgram.of(world, steps, (rank, step, writer) -> {
            step(world, rank, step, writer);
            if (collectives) {
                writer.collective("all_reduce", 90);
            }
        });
        return program.closing("barrier", 91);
    }
}
