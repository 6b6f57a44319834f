import type { StepValues } from "../../../src/shared/view/step-values.ts";
import { usePageData } from "../data/page-data.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import type { Selection } from "./selection.ts";

/** Origins of the values of the step that is looked at; `undefined` until they are known, and if nothing tells them. */
export function useStepValues(
  thread: string,
  { attempt: { attempt, steps }, run: { run }, step }: Selection,
): StepValues | undefined {
  const { values } = usePageData();
  const address = { thread, run, attempt, step: step?.index ?? 0 };
  // An attempt under way has more steps later, but none that comes before.
  const key = JSON.stringify([address, steps.length > 0]);
  const { loaded } = useLoaded(key, async () => values?.(address));
  return loaded.state === "there" ? loaded.value : undefined;
}
