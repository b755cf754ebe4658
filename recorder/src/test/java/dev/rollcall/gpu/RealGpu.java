package dev.rollcall.gpu;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Marks tests that need NVIDIA GPUs, one class at a time. They are skipped, with the reason, on a machine with too few. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("gpu")
@ResourceLock("gpu")
@ExtendWith(RealGpu.Condition.class)
public @interface RealGpu {

    /** How many GPUs the test needs. */
    int value() default 1;

    /** Checks for the driver and its devices. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            int needed =
                    context.getRequiredTestClass().getAnnotation(RealGpu.class).value();
            try {
                int result = JCudaDriver.cuInit(0);
                int[] devices = new int[1];
                if (result != CUresult.CUDA_SUCCESS || JCudaDriver.cuDeviceGetCount(devices) != 0) {
                    return ConditionEvaluationResult.disabled("the CUDA driver reports " + CUresult.stringFor(result));
                }
                return devices[0] >= needed
                        ? ConditionEvaluationResult.enabled(devices[0] + " GPUs")
                        : ConditionEvaluationResult.disabled(
                                "needs " + needed + " GPUs, and this machine has " + devices[0]);
            } catch (UnsatisfiedLinkError | NoClassDefFoundError absent) {
                return ConditionEvaluationResult.disabled("no CUDA driver on this machine");
            }
        }
    }
}
