import type { Experiment } from "./experiment.ts";
import { growthExperiment } from "./growth/growth-experiment.ts";
import { rollbackExperiment } from "./rollback/rollback-experiment.ts";
import { sweepsExperiment } from "./sweeps/sweeps-experiment.ts";

/** Everything that `npm run bench` can run, in the order of the document. */
export const EXPERIMENTS: readonly Experiment[] = [rollbackExperiment, sweepsExperiment, growthExperiment];
