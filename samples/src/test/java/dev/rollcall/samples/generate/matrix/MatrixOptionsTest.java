package dev.rollcall.samples.generate.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.generate.GenerateOptions;
import dev.rollcall.samples.generate.fault.Fault;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixOptionsTest {

    @Test
    void placesEveryFaultOnEveryRankOfEight() throws Exception {
        MatrixOptions options = MatrixOptions.parse("--layout", "2x2x2", "--variant", "whole", "--format", "trace");
        MatrixOptions.Row row = options.rows().get(0);

        for (Fault fault : EnumSet.complementOf(EnumSet.of(Fault.NONE))) {
            Set<Integer> ranks = row.jobs().stream()
                    .map(MatrixJob::scenario)
                    .filter(scenario -> scenario.fault() == fault)
                    .map(scenario -> scenario.place().rank())
                    .collect(Collectors.toSet());
            assertEquals(8, ranks.size(), fault.id());
        }
    }

    @Test
    void choosesTheSamePlacesForTheSameSeed() throws Exception {
        String[] options = {"--layout", "4x4x4,8x8x8", "--fault", "skipped", "--seed", "5", "--ranks", "3"};

        assertEquals(
                MatrixOptions.parse(options).rows(),
                MatrixOptions.parse(options).rows());
    }

    @Test
    void printsEachJobAsTheOptionsThatGenerateIt() throws Exception {
        for (MatrixOptions.Row row :
                MatrixOptions.parse("--layout", "4x2x1", "--seed", "5").rows()) {
            for (MatrixJob job : row.jobs()) {
                GenerateOptions options = GenerateOptions.parse((job + " --out JOB").split(" "));

                assertEquals(job.evidence(), options.evidence());
                assertEquals(job.rings(), options.rings());
                assertEquals(job.scenario(), options.scenario());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all | unexpected argument",
                "--layout 4x2 | DATAxTENSORxPIPELINE",
                "--format xml | trace, pytorch",
                "--variant fast | whole, async, wrapped, uneven",
                "--fault nonsense | extra-alike",
                "--ranks some | a number",
                "--ranks 0 | from 2",
                "--ranks 1 | from 2",
                "--seed -1 | from 0",
            })
    void saysWhatIsValid(String arguments, String hint) {
        ParseException wrong = assertThrows(ParseException.class, () -> MatrixOptions.parse(arguments.split(" ")));

        assertTrue(wrong.getMessage().contains(hint), wrong.getMessage());
    }
}
