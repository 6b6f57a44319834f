import type { Attributor } from "@langgraph-rollback/attributors";

/** A method that takes part in an evaluation. */
export interface Contender {
  readonly name: string;
  /** The method as it may judge the trajectory at this position: none that learns has learnt from it. */
  readonly attributorFor: (index: number) => Attributor;
  /** The method as it judges trajectories that are none of the cases; absent where it cannot. */
  readonly forOthers?: Attributor;
}
