#include "../process.h"
#include "device_errors.h"
#include "device_thread.h"
#include "driver.h"
#include "verifier.h"

void cuda_forked(void) {
    driver_forked();
    device_thread_forked();
    device_errors_forked();
    verifier_forked();
}
