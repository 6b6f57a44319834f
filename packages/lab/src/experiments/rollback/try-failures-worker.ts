import { systemNamed } from "../../systems/systems.ts";
import { tryFailures, type TrySetting } from "./try-failures.ts";
import type { TriedFailure } from "./tried-failure.ts";

/** One calibration in a process of its own. */
export async function tryInProcess(
  setting: TrySetting & { readonly system: string },
): Promise<readonly TriedFailure[]> {
  return tryFailures(await systemNamed(setting.system), setting);
}
