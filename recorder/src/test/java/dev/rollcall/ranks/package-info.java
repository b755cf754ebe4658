/** Programs that tests start as ranks, in processes of their own under the agent. */
package dev.rollcall.ranks;
