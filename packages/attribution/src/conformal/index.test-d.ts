import { expectTypeOf } from "vitest";
import {
  type Aggregation,
  calibrateThreshold,
  type ConformalMethod,
  nonconformity,
  type PredictionSet,
  predictionSet,
  type Threshold,
} from "./index.ts";
import type { StepRange } from "./step-range.ts";

expectTypeOf(nonconformity([0.5], { method: "suffix" })).toEqualTypeOf<readonly number[]>();
expectTypeOf(calibrateThreshold([0.5], { method: "suffix", alpha: 0.2 })).toEqualTypeOf<Threshold>();
expectTypeOf(predictionSet).parameters.toEqualTypeOf<[stepScores: readonly number[], threshold: Threshold]>();
expectTypeOf<PredictionSet["range"]>().toEqualTypeOf<StepRange>();
expectTypeOf<PredictionSet["guarantee"]>().toEqualTypeOf<"exact" | "approximate" | "none">();
expectTypeOf<ConformalMethod>().toEqualTypeOf<
  | "vanilla"
  | "vanilla-raw"
  | "crsvp"
  | "crsvp-raw"
  | "left"
  | "right"
  | "two-way"
  | "interval"
  | "suffix"
  | "prefix"
  | "list"
>();

expectTypeOf<{ kind: "log-sum-exp"; beta: number; lengthPenalty: number }>().toExtend<Aggregation>();
expectTypeOf<{ kind: "log-sum-exp" }>().not.toExtend<Aggregation>();
expectTypeOf<{ kind: "mean" }>().not.toExtend<Aggregation>();
