#include "../process.h"
#include "device_thread.h"
#include "driver.h"

void cuda_forked(void) {
    driver_forked();
    device_thread_forked();
}
