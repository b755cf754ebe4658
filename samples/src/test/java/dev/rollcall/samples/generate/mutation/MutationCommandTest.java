package dev.rollcall.samples.generate.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.samples.generate.AvailableFiles;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The seed of each damage is in the failure's message; {@code samples/mutations} runs many more rounds. */
class MutationCommandTest {
    private static final int ROUNDS = 50;
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_122);

    static List<String> formats() {
        return MutationCommand.formats("all");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void nothingFails(String files) throws Exception {
        assertEquals(
                List.of(),
                MutationCommand.failures(AvailableFiles.parse(files), SeedArchive.NONE, ROUNDS, SEED, failure -> {}));
    }

    @ParameterizedTest
    @EnumSource
    void nothingFailsInArchives(SeedArchive archive) throws Exception {
        assertEquals(
                List.of(),
                MutationCommand.failures(AvailableFiles.parse("console+stacks"), archive, ROUNDS, SEED, failure -> {}));
    }
}
