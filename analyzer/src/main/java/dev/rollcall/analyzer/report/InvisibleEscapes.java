package dev.rollcall.analyzer.report;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.rollcall.analyzer.report.view.Printable;

/** Escapes in JSON also those characters beyond ASCII that steer a terminal or a reader's eye. */
final class InvisibleEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] escapes = standardAsciiEscapesForJSON();
        escapes[DELETE] = ESCAPE_STANDARD;
        return escapes;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
        // A surrogate is half of a visible character here; the encoder replaces one that stands alone.
        boolean half = character <= Character.MAX_VALUE && Character.isSurrogate((char) character);
        return Printable.hidden(character) && !half ? new SerializedString(Printable.escape(character)) : null;
    }
}
