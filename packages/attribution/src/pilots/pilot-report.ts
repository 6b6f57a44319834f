import { readFile } from "node:fs/promises";

import { z } from "zod";

import { PilotFormatError } from "../errors/pilot-format-error.ts";
import { checkShape, parseJson, type Shape } from "../files/check-shape.ts";
import type { AlarmAdvice, AlarmPilot } from "./alarm-pilot.ts";
import type { PilotAdvice } from "./pilot-advice.ts";
import type { PilotFigures } from "./pilot-figures.ts";
import type { PilotShare } from "./pilot-share.ts";

/** Result of a pilot on tasks, as `langgraph-rollback pilot --json` writes it. */
export interface PilotReport {
  readonly format: "langgraph-rollback/pilot";
  readonly version: 1;
  /** Tasks that could not be judged, and why. */
  readonly leftOut: readonly { readonly task: string; readonly why: string; readonly detail: string }[];
  readonly rollback: PilotFigures;
  /** Null where restarts were not tried. */
  readonly restart: PilotFigures | null;
  readonly advice: PilotAdvice;
  /** Worth of stopping runs early; absent where nothing stops them. */
  readonly alarm?: AlarmPilot;
}

/** No sentence of `pilotAdvice` is nearly as long. */
const LONGEST_SENTENCE = 1000;

const count = z.int().nonnegative();
const unit = z.number().gte(0).lte(1);

const shareSchema: z.ZodType<PilotShare> = z.object({
  count,
  of: count,
  interval: z.object({ lower: unit, upper: unit }),
} satisfies Shape<PilotShare>);

const figuresSchema: z.ZodType<PilotFigures> = z.object({
  tasks: count,
  right: shareSchema,
  recovered: shareSchema,
  spoilt: shareSchema,
  redone: shareSchema,
  caught: shareSchema,
  rightAfter: shareSchema,
  steps: count,
  stepsRedone: count,
  verdictTokens: z.number().nonnegative(),
  verdictMoney: z.exactOptional(z.number().nonnegative()),
} satisfies Shape<PilotFigures>);

const adviceSchema: z.ZodType<PilotAdvice> = z.object({
  kind: z.enum(["on", "on-with-epsilon", "restart", "off", "label-more"]),
  epsilon: z.exactOptional(z.number().gte(0).lt(1)),
  more: z.exactOptional(z.int().positive()),
  sentence: z.string().min(1).max(LONGEST_SENTENCE),
} satisfies Shape<PilotAdvice>);

const alarmAdviceSchema: z.ZodType<AlarmAdvice> = z.object({
  kind: z.enum(["on", "off", "unknown"]),
  sentence: z.string().min(1).max(LONGEST_SENTENCE),
} satisfies Shape<AlarmAdvice>);

const alarmSchema: z.ZodType<AlarmPilot> = z.object({
  tasks: count,
  stopped: shareSchema,
  rightStopped: shareSchema,
  steps: z.object({ with: count, without: count }),
  change: z
    .object({ mean: z.number(), interval: z.object({ lower: z.number(), upper: z.number() }) })
    .nullable(),
  rightAfter: z.object({ with: shareSchema, without: shareSchema }),
  advice: alarmAdviceSchema,
} satisfies Shape<AlarmPilot>);

const reportSchema: z.ZodType<PilotReport> = z.object({
  format: z.literal("langgraph-rollback/pilot"),
  version: z.literal(1),
  leftOut: z.array(z.object({ task: z.string(), why: z.string(), detail: z.string() })),
  rollback: figuresSchema,
  restart: figuresSchema.nullable(),
  advice: adviceSchema,
  alarm: z.exactOptional(alarmSchema),
} satisfies Shape<PilotReport>);

/**
 * @internal The text of such a file.
 *
 * @throws {PilotFormatError} on text that is no JSON, another format or version, and a missing or mistyped value
 */
export function parsePilotReport(text: string): PilotReport {
  return checkShape(reportSchema, parseJson(text, PilotFormatError), PilotFormatError);
}

/**
 * Reads a file that `langgraph-rollback pilot --json` wrote about tasks. Its texts are untrusted.
 *
 * @throws {PilotFormatError} on text that is no JSON, another format or version, and a missing or mistyped value; errors of the
 *   file system pass through
 */
export async function readPilotReport(path: string): Promise<PilotReport> {
  return parsePilotReport(await readFile(path, "utf8"));
}
