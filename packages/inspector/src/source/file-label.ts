import { decisiveStepsOf, type Trajectory } from "@langgraph-rollback/attribution/trajectory";

import { EARLIEST_UNRECOVERED, type Label } from "../shared/labels/label.ts";

/** Origin of a trajectory's label. */
export interface LabelOrigin {
  /** Id of the thread that the trajectory is shown as. */
  readonly thread: string;
  /** Of the file, for people: it stands for who labelled. */
  readonly name: string;
  /** When the file was written, ISO 8601, UTC. */
  readonly at: string;
}

/** The label that a trajectory has in its file, as the page shows labels; none if nobody has labelled it. */
export function fileLabels(
  { label, steps }: Trajectory,
  { at, name, thread }: LabelOrigin,
): readonly Label[] {
  if (label === undefined) return [];
  const [step = 0, ...further] = decisiveStepsOf(label);
  return [
    {
      id: `file:${thread}`,
      thread,
      run: "",
      attempt: 1,
      steps: steps.length,
      verdict: { kind: "decisive", step, ...(further.length === 0 ? {} : { further }) },
      labeller: name,
      at,
      convention: EARLIEST_UNRECOVERED,
      ...(label.reason === undefined ? {} : { reason: label.reason }),
    },
  ];
}
