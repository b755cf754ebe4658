/** PyTorch flight-recorder dumps: what each NCCL or Gloo rank of a Python job wrote when its watchdog saw it hang. */
package dev.rollcall.analyzer.input.pytorch;
