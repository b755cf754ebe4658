package dev.rollcall.samples;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The verdict that a sample must get. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ExpectedVerdict {

    /** The outcome, such as {@code desync}. */
    String verdict();

    /** Whom the verdict may blame: any one of these. */
    ExpectedCulprits[] culprits() default ExpectedCulprits.CULPRIT;

    /** The causes that the evidence supports; the first finding has one of these. None where nothing is found. */
    String[] causes() default {};

    /**
     * The comments that mark, in the sample's own source, the lines that the first finding must name, in its sentence or as
     * a culprit's call in its evidence: any one of these. Found by the comment, so that they never drift. None where no line is to blame.
     */
    String[] line() default {};

    /**
     * The comment that marks, in the sample's own source, the condition that sent the culprit another way; empty where the
     * code does not tell, or no condition did.
     */
    String branch() default "";

    /** How the job goes, which says how long it must be watched. */
    Course course() default Course.FREEZES;

    /**
     * Whether two ranks alone cannot be told apart: with a world of two, {@code undetermined} is then right too, and it
     * may name both or nobody; so is one of the causes that names nobody.
     */
    boolean undeterminedOfTwo() default false;
}
