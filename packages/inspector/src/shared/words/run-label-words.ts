import { heldLabels } from "../labels/consensus.ts";
import type { Label } from "../labels/label.ts";

/**
 * How many labellers take a run for right, and how many for wrong: "labelled right by 2, wrong by 1".
 *
 * @param labels of one attempt that say whether it is right, oldest first; one that a labeller has replaced does not count
 * @returns `undefined` where nobody says either
 */
export function runLabelWords(labels: readonly Label[]): string | undefined {
  const held = heldLabels(labels);
  const said = (["right", "wrong"] as const).flatMap((kind) => {
    const many = held.filter(({ verdict }) => verdict.kind === kind).length;
    return many === 0 ? [] : [`${kind} by ${many}`];
  });
  return said.length === 0 ? undefined : `labelled ${said.join(", ")}`;
}
