export { checkSteps } from "./check-steps.ts";
export { decisiveStepsOf } from "./decisive-steps.ts";
export { largest, smallest } from "./extremes.ts";
export { isLabelled } from "./is-labelled.ts";
export { originOf } from "./origins/origin-of.ts";
export { unreadFrom } from "./origins/trace-texts.ts";
export type { ValueLink } from "./origins/value-link.ts";
export { valueLinks } from "./origins/value-links.ts";
export { parseLabelledTraces } from "./parse-labelled-traces.ts";
export { parseTrajectories } from "./parse-trajectories.ts";
export { parseTrajectory } from "./parse-trajectory.ts";
export { sentence } from "./sentence.ts";
export { readLogprobs, type StepLogprobs } from "./step-logprobs.ts";
export { stringifyTrajectory } from "./stringify-trajectory.ts";
export { TrajectoryFormatError } from "./trajectory-format-error.ts";
export type {
  DecisiveLabel,
  LabelledTrajectory,
  MissedTrajectory,
  Step,
  StepError,
  StepOrigin,
  ToolCall,
  Trajectory,
} from "./trajectory.ts";
