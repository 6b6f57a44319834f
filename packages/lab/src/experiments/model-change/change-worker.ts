import { teamSystem } from "../../systems/team-system.ts";
import { type ChangedRun, type ChangeJob, changeModel } from "./change-model.ts";

/** One sequence of the team, in a process of its own. Its model changes to one that repeats mistakes although notes show them, and back. */
export async function changeInProcess({
  repeatShown,
  ...job
}: ChangeJob & { readonly repeatShown: number }): Promise<readonly ChangedRun[]> {
  return changeModel({ before: await teamSystem(), changed: await teamSystem({ repeatShown }) }, job);
}
