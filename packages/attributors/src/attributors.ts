import type { JudgeOptions } from "./asking/judge-options.ts";
import type { AttributorName } from "./attributor-name.ts";
import type { Attributor } from "./finding/attributor.ts";
import {
  CHIEF,
  ECHO,
  type GivenSetting,
  JOINT,
  type MethodSetting,
  RAFFLES,
  readSettings,
  STEPWISE,
  TOOL_CALLER,
} from "./method-settings.ts";
import { allAtOnce } from "./methods/all-at-once/all-at-once.ts";
import { binarySearch } from "./methods/binary-search/binary-search.ts";
import { chief } from "./methods/chief/chief.ts";
import { echo } from "./methods/echo/echo.ts";
import { fineTuned } from "./methods/fine-tuned/fine-tuned.ts";
import { hybrid } from "./methods/hybrid/hybrid.ts";
import { jointScorer } from "./methods/joint/joint-scorer.ts";
import { naiveJudge } from "./methods/naive-judge/naive-judge.ts";
import { raffles, rafflesReasoning } from "./methods/raffles/raffles.ts";
import { rolePrompted } from "./methods/role-prompted/role-prompted.ts";
import { stepByStep } from "./methods/step-by-step/step-by-step.ts";
import { toolCaller } from "./methods/tool-caller/tool-caller.ts";

/** Makes a method. @throws {RangeError} on a setting that the method does not have, or a value that it does not take */
type MakeAttributor = (options: JudgeOptions, given?: readonly GivenSetting[]) => Attributor;

/** Every method by its name, with the settings that it has by default but for those that are given. */
export const ATTRIBUTORS: Readonly<Record<AttributorName, MakeAttributor>> = {
  joint: made("joint", JOINT, jointScorer),
  "all-at-once": made("all-at-once", [], allAtOnce),
  "step-by-step": made("step-by-step", STEPWISE, (options) => stepByStep(options)),
  "binary-search": made("binary-search", [], binarySearch),
  hybrid: made("hybrid", STEPWISE, hybrid),
  "naive-judge": made("naive-judge", [], naiveJudge),
  "role-prompted": made("role-prompted", [], rolePrompted),
  "fine-tuned": made("fine-tuned", [], fineTuned),
  "tool-caller": made("tool-caller", TOOL_CALLER, toolCaller),
  echo: made("echo", ECHO, echo),
  raffles: made("raffles", RAFFLES, raffles),
  "raffles-reasoning": made("raffles-reasoning", RAFFLES, rafflesReasoning),
  chief: made("chief", CHIEF, chief),
};

function made<Options extends JudgeOptions>(
  name: AttributorName,
  settings: readonly MethodSetting<Options>[],
  make: (options: JudgeOptions & Partial<Options>) => Attributor,
): MakeAttributor {
  return (options, given = []) => make({ ...options, ...readSettings(name, settings, given) });
}
