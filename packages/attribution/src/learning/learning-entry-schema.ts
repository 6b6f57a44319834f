import { z } from "zod";

import { calibrationSchema } from "../calibrating/calibration-schema.ts";
import type { Surprise } from "../features/surprise-features.ts";
import { outcomeModelSchema } from "../outcomes/outcome-model-schema.ts";
import { recoveryCalibrationSchema } from "../recovery/recovery-calibration.ts";

import type {
  AttemptEvidence,
  EvidenceEntry,
  LearningState,
  LearntVersion,
  ReplayEntry,
  RunEntry,
} from "./learning-entry.ts";

const count = z.int().nonnegative();
const share = z.number().gte(0).lte(1);
const time = z.iso.datetime();

const tried = z.array(
  z.object({
    start: count,
    kind: z.enum(["retry", "replay"]),
    status: z.enum(["accepted", "rejected", "inconclusive"]),
  }),
);

const surprise: z.ZodType<Surprise> = z.object({
  surpriseMean: z.number(),
  surpriseMost: z.number(),
  surpriseShare: z.number(),
  surpriseArguments: z.number(),
});

const attempt: z.ZodType<AttemptEvidence> = z.object({
  id: z.string(),
  rows: z.array(z.array(z.number())).min(1),
  surprises: z.exactOptional(z.array(surprise)),
  tried,
  executed: count,
  score: z.exactOptional(z.number()),
});

const run: z.ZodType<RunEntry> = z.object({
  kind: z.literal("run"),
  format: z.literal(1),
  agent: z.string(),
  run: z.string(),
  at: time,
  learntBy: z.string(),
  procedure: z.string(),
  maxRollbacks: count,
  audited: z.boolean(),
  recoveredBy: z.exactOptional(z.int().positive()),
  promised: z.exactOptional(z.object({ within: z.int().positive(), alpha: z.number().gt(0).lt(1) })),
  passed: count,
  featureSet: z.string(),
  attempts: z.array(attempt),
});

const replays: z.ZodType<ReplayEntry> = z.object({
  kind: z.literal("replays"),
  format: z.literal(1),
  agent: z.string(),
  at: time,
  attempt: z.string(),
  tried,
  lastStart: z.exactOptional(count),
  executed: count,
});

const version: z.ZodType<LearntVersion> = z.object({
  id: z.string(),
  at: time,
  failures: count,
  explore: share,
  latest: share,
  cap: z.enum(["lifted", "last-recovering-start"]),
  model: z.exactOptional(outcomeModelSchema),
  calibration: z.exactOptional(calibrationSchema),
  comparison: z.exactOptional(
    z.object({ attempts: count, gain: z.number(), error: z.exactOptional(z.number().nonnegative()) }),
  ),
});

const learningState: z.ZodType<LearningState> = z.object({
  kind: z.literal("state"),
  format: z.literal(1),
  agent: z.string(),
  at: time,
  change: z.enum(["version", "refused", "promise", "drift"]),
  reason: z.string(),
  version,
  promise: z.exactOptional(recoveryCalibrationSchema),
  failures: count,
  since: z.exactOptional(time),
});

const evidenceEntry: z.ZodType<EvidenceEntry> = z.union([run, replays]);

/** What is in force, if `value` holds it; `undefined` where it is damaged, or of a newer version. */
export const learningStateIn = (value: unknown): LearningState | undefined =>
  learningState.safeParse(value).data;

/** A run or its replays, if `value` holds them; `undefined` where they are damaged, or of a newer version. */
export const evidenceIn = (value: unknown): EvidenceEntry | undefined => evidenceEntry.safeParse(value).data;
