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

    /** The culprits that the verdict may name: any one of these. */
    ExpectedCulprits[] culprits() default ExpectedCulprits.CULPRIT;

    /** The causes that the first finding may have; none where there is no finding. */
    String[] causes() default {};

    /**
     * The cause of the first finding of a job without culprit, {@code none} if it must have no finding; empty where it may have
     * any.
     */
    String note() default "";

    /**
     * The lines that the first finding may name, in its sentence or as a culprit's call in its evidence, each given by the
     * comment at the end of the line in the sample's source. A test finds the line by this comment: change both together. None where no line is at fault.
     */
    String[] lineComment() default {};

    /**
     * The condition that made the culprit diverge, given by the comment at the end of its line. A test finds the line
     * by this comment: change both together. Empty where there is none or
     * the analyzer cannot know it.
     */
    String branchComment() default "";

    /** What becomes of the job, which decides how long it is watched. */
    ExpectedCourse course() default ExpectedCourse.HANGS;

    /** Whether the ranks are named as suspects, because the evidence does not prove that they are at fault. */
    boolean suspected() default false;

    /** The agent's options without which nothing is found, such as {@code results=checksum}. */
    String[] agentOptions() default {};

    /**
     * Whether the evidence of a job of two ranks cannot decide which one diverged. The cause {@code undetermined} is then also
     * correct, with both ranks or no rank named, and so is one of the causes with no rank named.
     */
    boolean undeterminedOfTwo() default false;
}
