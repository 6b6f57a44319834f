import { systemNamed } from "../../systems/systems.ts";
import { type JudgedRuns, judgeRightRuns, type RightRunsSetting } from "./judge-right-runs.ts";

/** One calibration in a process of its own. */
export async function judgeInProcess(setting: RightRunsSetting): Promise<JudgedRuns> {
  return judgeRightRuns(await systemNamed(setting.system), setting);
}
