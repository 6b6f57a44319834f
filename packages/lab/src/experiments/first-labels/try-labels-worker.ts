import { systemNamed } from "../../systems/systems.ts";
import { type LabelsSetting, type TriedLabels, tryLabels } from "./try-labels.ts";

/** One round in a process of its own. */
export async function tryInProcess(
  setting: LabelsSetting & { readonly system: string },
): Promise<readonly TriedLabels[]> {
  return tryLabels(await systemNamed(setting.system), setting);
}
