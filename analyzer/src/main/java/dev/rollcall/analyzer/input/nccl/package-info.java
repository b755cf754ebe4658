/** NCCL's own logs ({@code NCCL_DEBUG=INFO}, subsystems INIT and COLL), and what its RAS service answered beside them. */
package dev.rollcall.analyzer.input.nccl;
