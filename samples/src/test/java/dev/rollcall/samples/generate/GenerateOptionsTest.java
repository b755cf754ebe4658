package dev.rollcall.samples.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerateOptionsTest {

    @Test
    void requiresOnlyAFolder() throws Exception {
        Scenario scenario = GenerateOptions.parse("--out", "job").scenario();

        assertEquals(new Layout(8, 1, 1), scenario.layout());
        assertEquals(Fault.NONE, scenario.fault());
    }

    @Test
    void movesTheFaultToAStepWithTheCall() throws Exception {
        String checkpoint = "--fault skipped-checkpoint --steps 12 --out job";
        assertEquals(
                5,
                GenerateOptions.parse(checkpoint.split(" ")).scenario().place().step());
        assertEquals(
                10,
                GenerateOptions.parse((checkpoint + " --step 12").split(" "))
                        .scenario()
                        .place()
                        .step());
        String few = "--fault skipped-checkpoint --steps 4 --out job";
        assertThrows(ParseException.class, () -> GenerateOptions.parse(few.split(" ")));
    }

    @Test
    void parsesEveryOption() throws Exception {
        GenerateOptions options = GenerateOptions.parse(
                ("--layout 4x2x2 --steps 20 --layers 3 --fault skipped --rank 5 --step 7 --layer 2 --on tensor"
                                + " --seed 9 --slots 64,128 --awaits steps --out job")
                        .split(" "));

        assertEquals(
                new Scenario(
                        new Layout(4, 2, 2),
                        20,
                        3,
                        WaitPolicy.STEPS,
                        Fault.SKIPPED,
                        new FaultPlace(5, 7, 2, FaultPlace.Kind.TENSOR),
                        9),
                options.scenario());
        assertEquals(RingSizes.of(64, 128), options.rings());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--ranks 8 | --out FOLDER",
                "--out j --ranks 1 | from 2",
                "--out j --ranks many | a number",
                "--out j --layout 4x2 | DATAxTENSORxPIPELINE",
                "--out j --layout 99999x99999x99999 | 65536",
                "--out j --layout 4x2x1 --ranks 9 | 8 ranks, not 9",
                "--out j --fault nonsense | known are none, extra-alike",
                "--out j --rank 8 | from 0 to 7",
                "--out j --on moon | data, tensor or world",
                "--out j --format xml | nccl-init, horovod, desync, or several joined by +",
                "--out j --format console --damage console:3 | FORMAT:RANK:KIND",
                "--out j --format console --damage console:3:eaten | removed, halved, doubled, delayed",
                "--out j --format console --damage stacks:3:removed | one of the formats that are written",
                "--out j --format console --damage console:8:removed | from 0 to 7",
                "--out j --awaits nothing | calls or steps",
                "--out j --awaits steps --fault group-order | may swap them",
                "--out j --slots 64,100 | power of two",
                "--out j --fault lost-send | is impossible here",
                "--out j --fault skipped --on tensor | is impossible here",
                "--out j --fault short-loop --steps 4 --step 4 | --step before the last",
                "--out j job | unexpected argument",
            })
    void saysWhatIsValid(String arguments, String hint) {
        ParseException wrong = assertThrows(ParseException.class, () -> GenerateOptions.parse(arguments.split(" ")));

        assertTrue(wrong.getMessage().contains(hint), wrong.getMessage());
    }
}
