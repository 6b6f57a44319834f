import type { StepData } from "../reading/read-step.ts";
import type { ReplanNote } from "../replanning/replan-note.ts";
import type { RecordedStep, RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import type { ChannelWrite } from "../steps/step-content.ts";

/** A step's writes to the state's channels, before reducers. */
export type StepWrites = readonly ChannelWrite[];

/** Fault at a step: its model is told to err, or its output is altered. */
export type Fault = {
  /** Kind of the fault. It becomes the label's `reason`. Default "planted". */
  readonly mode?: string;
} & (
  | {
      /** Shown to the step in the note channel (and as `getReplanNote`); an instruction to the model. */
      readonly note: ReplanNote;
    }
  | {
      /**
       * Alters what the step wrote to the state. Where the graph goes next was decided by the original output and stays
       * so; use a note where the route should follow from the fault. `undefined` says that this step's output
       * holds nothing that could be altered: another step is drawn.
       */
      readonly rewrite: (writes: StepWrites) => StepWrites | undefined | Promise<StepWrites | undefined>;
    }
);

/** The place where a fault is about to be planted. */
export interface FaultContext {
  /** The successful run that the fault is planted into. */
  readonly trajectory: RecordedTrajectory;
  readonly step: RecordedStep;
  /** A number of this task's own, derived from the seed, for further choices. */
  readonly seed: number;
  /** Reads what one of the run's steps was given and what it wrote. */
  readonly readStep: (step: RecordedStep) => Promise<StepData>;
}
