export { type Baseline, replayBaseline } from "./baseline.ts";
export { labelByReplay, type ReplayLabelOptions } from "./label-by-replay.ts";
export { OverlaySaver } from "./overlay-saver.ts";
export type { AskedCall, ReplayAnswer, ReplayedCall } from "./replay-answer.ts";
export type { LabelReplay, ReplayLabel } from "./replay-label.ts";
export type { ReplayOptions, ReplaySandbox } from "./replay-options.ts";
export type { Replay } from "./replay-result.ts";
export { replay } from "./replay.ts";
