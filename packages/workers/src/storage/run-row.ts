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

/** Something that a person has done to a run of the queue. All text of it is untrusted. */
export interface QueueAction {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly action: "answer" | "cancel" | "retry";
  /** Name of the person, as it was given. */
  readonly by: string;
  readonly why?: string | undefined;
}

/** A person, and the thread as they have seen it: as the actions of `langgraph-rollback/operator` are given them. */
export interface Signature {
  /** Name: 1 to 100 characters. It is stored, and checked against nothing. */
  readonly by: string;
  /** `expected` of `previewActions` or `previewAnswer`. */
  readonly expected: string;
  /** Reason: at most 1,000 characters. */
  readonly why?: string;
}

/** A retry that a person asks for. */
export interface QueuedRetryRequest extends Signature {
  /** Index of the first step that runs again. */
  readonly step: number;
  /** Note to the next attempt. Default: the one that the graph's options write. */
  readonly note?: string;
  /** Whether effects that nothing undoes may stay. Default: no, and one in the way refuses. */
  readonly mayStand?: boolean;
}

/** @internal Settings of one run that are stored with it. */
export interface RunSettings {
  readonly answerWithinSeconds: number;
  readonly maxCrashes: number;
  readonly streamMode?: readonly string[] | undefined;
  /** The span in which the run was enqueued, as a W3C `traceparent`. */
  readonly trace?: string | undefined;
  /** Present for a run that is a person's retry of the thread's last one: it has no input. */
  readonly retry?: QueuedRetryRequest | undefined;
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
  /** The person who has given `answer`, if they are named. */
  readonly answer_signed: Signature | null;
  readonly cancelled_at: Date | null;
  readonly cancel_reason: string | null;
  /** Means that frees the thread of a run that is answered or over: "retry" or "delete". */
  readonly unblock: string | null;
  readonly problems: readonly QueueProblem[];
  readonly actions: readonly QueueAction[];
}

const time = z.union([z.date(), z.string().transform((text) => new Date(text))]);

const json = <T>(schema: z.ZodType<T>): z.ZodType<T> =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const signature = {
  by: z.string(),
  expected: z.string(),
  why: z.string().exactOptional(),
};

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
      retry: z
        .object({
          ...signature,
          step: z.number(),
          note: z.string().exactOptional(),
          mayStand: z.boolean().exactOptional(),
        })
        .optional(),
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
  answer_signed: json<Signature>(z.object(signature)).nullable(),
  cancelled_at: time.nullable(),
  cancel_reason: z.string().nullable(),
  unblock: z.string().nullable(),
  problems: json<readonly QueueProblem[]>(
    z.array(z.object({ at: z.string(), code: z.string(), message: z.string() })),
  ),
  actions: json<readonly QueueAction[]>(
    z.array(
      z.object({
        at: z.string(),
        action: z.enum(["answer", "cancel", "retry"]),
        by: z.string(),
        why: z.string().optional(),
      }),
    ),
  ),
});
