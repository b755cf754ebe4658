package dev.rollcall.analyzer.code.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FormTextTest {
    private static final String UNIT = """
            unit pkg/train.py python pkg/train.py
            import torch.distributed
            import pkg/base.py
            type pkg/train.py:Trainer extends torch.nn.Module, pkg/base.py:Base [record, enum]
            method <pkg/train.py|pkg/train.py:Trainer|save|>
            field model torch.nn.Module
            constant RED
            function <pkg/train.py|pkg/train.py:Trainer|save|> method [property, generator] -> int 3..9
            parameter self: pkg/train.py:Trainer
            parameter *args
            parameter keyword k = 3
            parameter **more
            variable n: int
            decorator @torch.no_grad() 1
            decorator @accelerator .on_main_process 2
            decorator <pkg/train.py||main_only|>(1, x="a") 2
            0@3: rank = call @torch.distributed.get_rank()
            1: $6 = eq rank 0
            2: branch $6 -> 3, 12 # rank == 0
            3@4: n = add.int 1 -2
            4: $7 = list(n, 1.5, "a \\"b\\"\\n", null, true, @torch.float32)
            5: x = $7[0] !15
            6: store self.model{pkg/train.py:Trainer} = x
            7: y = global @pkg/train.py counter
            8: z~10 = captured outer
            9: $11 = closure <pkg/train.py||<lambda>@4|>(a=x, 0=self)
            10: z~12 = call self.save{T|(I)V}(1, k=2, *args, **more) !15
            11: $13 = test z~12 @pkg/train.py:Trainer
            12@5: item = advance $7 -> 13, 14 # item in list
            13: call item.run() -> 12 !15
            14@6: return n
            15@7: e = catch @ValueError -> 16, out
            16: throw e
            """;

    @Test
    void whatIsPrintedIsParsed() {
        assertEquals(UNIT, FormText.print(FormText.parse(UNIT).get(0)));
    }

    @Test
    void everyKindOfInstructionIsPrintedAndParsed() {
        String text = """
                function <demo.T|demo.T|run|(I)V> static
                parameter n
                0: a = allocate @int(n, 2)
                1: store a[0] = n
                2: m = call new @demo.T{(I)V}(n)
                3: call <demo.T|demo.T|<init>|()V>(m)
                4: call @java.lang.Object.<init>{()V}(m)
                5: b = enter m
                6: yield b
                7: leave m
                8: c = call b(n)
                9: d = map("k", c)
                10: e = neg.long n
                11: store global @demo.T count = e
                12: store captured outer = e
                13: call @abs .apply(1)
                14: nothing -> 0
                """;
        assertEquals(text, FormText.print(FormText.function(text)));
    }

    @Test
    void labelsAndJumpsNeedNoNumbers() {
        CodeFunction function = FormText.function("""
                i = 0
                loop:
                t = lt i n
                branch t -> body, done
                body:
                i = add i 1
                jump loop
                done:
                return
                """);
        assertEquals("""
                function <test||f|> function
                0: i = 0
                1: t = lt i n
                2: branch t -> 3, 5
                3: i = add i 1
                4: nothing -> 1
                5: return
                """, FormText.print(function));
    }

    @Test
    void whatIsWrongIsNamedByItsLine() {
        String text = "unit a python a.py\nfunction <a||f|> function\nx = = y\n";
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> FormText.parse(text));
        assertEquals("line 3: x = = y", wrong.getMessage());
    }
}
