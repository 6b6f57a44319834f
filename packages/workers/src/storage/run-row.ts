import { z } from "zod";

/**
 * How a run stands: "queued", "running" or "waiting" for a person; or how it has ended. "succeeded", "recovered", "gave-up" and "unjudged" are the words of a thread's
 * history. "failed" threw, "crashed" has killed its workers, "cancelled" was stopped, and "expired" was not answered in time.
 */
export type QueueStatus =
  | "queued"
  | "running"
  | "waiting"
  | "succeeded"
  | "recovered"
  | "gave-up"
  | "unjudged"
  | "failed"
  | "crashed"
  | "cancelled"
  | "expired";

/** @internal */
export const statusSchema: z.ZodType<QueueStatus> = z.enum([
  "queued",
  "running",
  "waiting",
  "succeeded",
  "recovered",
  "gave-up",
  "unjudged",
  "failed",
  "crashed",
  "cancelled",
  "expired",
]);

const OPEN: readonly QueueStatus[] = ["queued", "running", "waiting"];

/** @internal Whether a status is an end. */
export const hasEnded = (status: QueueStatus): boolean => !OPEN.includes(status);

/** Something that happened around a run, without deciding it. */
export interface QueueProblem {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Stable: "WORKER_LOST", "WORKER_OVERTAKEN", "HANDED_OVER", "VERDICT_NOT_STORED", or the code of the error that set the run back. */
  readonly code: string;
  readonly message: string;
}

/** @internal Settings of one run that are stored with it. */
export interface RunSettings {
  readonly answerWithinSeconds: number;
  readonly maxCrashes: number;
  readonly streamMode?: readonly string[] | undefined;
  /** The span in which the run was enqueued, as a W3C `traceparent`. */
  readonly trace?: string | undefined;
}

/** The rollback's own view of a run: attempts that were judged, and why the run ended as it did. */
export interface RunSummary {
  readonly attempts: number;
  readonly reason: string;
}

/** An exception as data. */
export interface RunError {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
}

/** @internal A run as it is stored. */
export interface RunRow {
  readonly id: string;
  readonly graph: string;
  readonly thread: string;
  readonly tenant: string;
  /** Packed, as `output`, `questions` and `answer` are. */
  readonly input: string;
  readonly options: RunSettings;
  readonly status: QueueStatus;
  readonly queued_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly starts: number;
  readonly crashes: number;
  /** How often the machinery has failed since the run was enqueued. */
  readonly setbacks: number;
  readonly worker: string | null;
  readonly output: string | null;
  readonly error: RunError | null;
  readonly summary: RunSummary | null;
  readonly questions: string | null;
  readonly expires_at: Date | null;
  readonly answer: string | null;
  readonly answer_mark: string | null;
  readonly cancelled_at: Date | null;
  readonly cancel_reason: string | null;
  /** Means that frees the thread of a run that is answered or over: "retry" or "delete". */
  readonly unblock: string | null;
  readonly problems: readonly QueueProblem[];
}

const time = z.union([z.date(), z.string().transform((text) => new Date(text))]);

const json = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** @internal */
export const runRowSchema: z.ZodType<RunRow> = z.object({
  id: z.string(),
  graph: z.string(),
  thread: z.string(),
  tenant: z.string(),
  input: z.string(),
  options: json<RunSettings>(
    z.object({
      answerWithinSeconds: z.number(),
      maxCrashes: z.number(),
      streamMode: z.array(z.string()).optional(),
      trace: z.string().optional(),
    }),
  ),
  status: statusSchema,
  queued_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  starts: z.number(),
  crashes: z.number(),
  setbacks: z.number(),
  worker: z.string().nullable(),
  output: z.string().nullable(),
  error: json<RunError>(
    z.object({ name: z.string(), message: z.string(), code: z.string().optional() }),
  ).nullable(),
  summary: json<RunSummary>(z.object({ attempts: z.number(), reason: z.string() })).nullable(),
  questions: z.string().nullable(),
  expires_at: time.nullable(),
  answer: z.string().nullable(),
  answer_mark: z.string().nullable(),
  cancelled_at: time.nullable(),
  cancel_reason: z.string().nullable(),
  unblock: z.string().nullable(),
  problems: json<readonly QueueProblem[]>(
    z.array(z.object({ at: z.string(), code: z.string(), message: z.string() })),
  ),
});
