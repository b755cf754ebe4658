package dev.rollcall.gpu;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Locale;

/** The kernels in the jar, which native/checksum/build compiles. Immutable and thread-safe. */
enum ShippedKernel {
    /** Sums one side of a copy. */
    CHECKSUM,
    /** Sums what a collective wrote. */
    RESULT;

    /** Returns the name of its file. */
    String fileName() {
        return name().toLowerCase(Locale.ROOT) + ".ptx";
    }

    /** Returns its PTX. */
    byte[] ptx() {
        try (InputStream text = ShippedKernel.class.getResourceAsStream(fileName())) {
            if (text == null) {
                throw new FileNotFoundException(fileName());
            }
            return text.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the kernel, which is part of this jar", e);
        }
    }

    /** Returns what the driver loads: the text with a zero byte at its end. */
    byte[] image() {
        byte[] text = ptx();
        return Arrays.copyOf(text, text.length + 1);
    }
}
