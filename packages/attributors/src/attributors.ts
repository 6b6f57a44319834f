import type { JudgeOptions } from "./asking/judge-options.ts";
import type { AttributorName } from "./attributor-name.ts";
import type { Attributor } from "./finding/attributor.ts";
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

/** Every method by its name, with the settings that it has by default. */
export const ATTRIBUTORS: Readonly<Record<AttributorName, (options: JudgeOptions) => Attributor>> = {
  joint: jointScorer,
  "all-at-once": allAtOnce,
  "step-by-step": stepByStep,
  "binary-search": binarySearch,
  hybrid,
  "naive-judge": naiveJudge,
  "role-prompted": rolePrompted,
  "fine-tuned": fineTuned,
  "tool-caller": toolCaller,
  echo,
  raffles,
  "raffles-reasoning": rafflesReasoning,
  chief,
};
