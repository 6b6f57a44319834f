import type { FitScorer } from "@langgraph-rollback/attribution";
import type { Attributor } from "@langgraph-rollback/attributors";

/** A method that takes part in an evaluation. */
export interface Contender {
  readonly name: string;
  /** The method as it may judge the trajectory at this position: none that learns has learnt from it. */
  readonly attributorFor: (index: number) => Attributor;
  /** How it is learnt from labelled failures, if it learns: failures that calibrate are then others. */
  readonly fit?: FitScorer;
  /** The method as it judges trajectories that are none of the cases; absent where it cannot. */
  readonly forOthers?: Attributor;
}
