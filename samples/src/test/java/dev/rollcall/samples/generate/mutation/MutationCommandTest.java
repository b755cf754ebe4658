package dev.rollcall.samples.generate.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.Evidence;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The seed of each damage is in the failure's message; {@code samples/mutations} runs many more rounds. */
class MutationCommandTest {
    private static final int ROUNDS = 300;
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_122);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console",
                "detail",
                "desync",
                "nccl",
                "nccl-init",
                "ras",
                "ras-json",
                "horovod",
                "stacks",
                "stacks-json",
                "faulthandler",
                "gdb",
                "jstack",
                "console+ras+stacks"
            })
    void nothingFails(String files) throws Exception {
        assertEquals(List.of(), MutationCommand.failures(Evidence.parse(files), SeedArchive.NONE, ROUNDS, SEED));
    }

    @ParameterizedTest
    @EnumSource
    void nothingFailsInArchives(SeedArchive archive) throws Exception {
        assertEquals(List.of(), MutationCommand.failures(Evidence.parse("console+stacks"), archive, ROUNDS, SEED));
    }
}
