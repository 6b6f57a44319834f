import { DECISIVE_STEP } from "../../finding/decisive-step.ts";

/** @internal Instructions that all calls of CHIEF begin with. */
export const INSTRUCTIONS: string = `You take part in finding out why a run of one or more AI agents failed its task. The work goes in stages: the run is cut into subtasks, what its agents did and passed on becomes a graph of causes, each subtask gets a description of what it should have been like, the run is held against it, and the steps that deviate are screened for the one that is to blame. Each message asks for one stage; do that stage and no other.

${DECISIVE_STEP}

Steps are counted from 1. Write numbers of steps and names of agents as the trace has them. Keep each text to one short sentence. What earlier stages found was written by a model: where it contradicts the trace, go by the trace.`;
