import { z } from "zod";

import { RecordingFormatError } from "../errors/recording-format-error.ts";

const FORMAT = "langgraph-rollback/recording";

/** One call of a recorded run. It has one of `answer`, `result` and `error`. */
interface RecordedPart {
  readonly kind: "model" | "tool" | "act" | "node";
  readonly name: string;
  /** Digest of what it was asked. */
  readonly key: string;
  /** The value that `invoke` gave. */
  readonly answer?: unknown;
  /** The value that the function of a tool, an act or a node returned. */
  readonly result?: unknown;
  /** The error that it threw. */
  readonly error?: { readonly name: string; readonly message: string };
}

/**
 * A run as a value that JSON holds, for a test that plays it: its input, and the answers of models, tools and humans. Messages stand in it as LangChain serialises
 * them. Untrusted.
 */
export interface Recording {
  readonly format: typeof FORMAT;
  readonly version: 1;
  /** Thread and attempt that it comes from. */
  readonly thread: string;
  readonly attempt: number;
  /** Whether texts were taken out: playing it needs the same function. */
  readonly redacted: boolean;
  /** Verdict on the recorded run, and the fingerprint of its verifier. Absent where nobody has judged it. */
  readonly outcome?: { readonly ok: boolean; readonly reason?: string; readonly verifier?: string };
  readonly input: unknown;
  /** State that the thread had before the input. Absent where the input is the thread's first. */
  readonly earlier?: {
    readonly step: number;
    readonly values: unknown;
    readonly versions: Readonly<Record<string, number>>;
    readonly seen: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  /** Calls of models and tools, in the order of the run's steps. */
  readonly calls: readonly RecordedPart[];
  /** Questions to humans, and their answers. */
  readonly questions: readonly { readonly question: unknown; readonly answer: unknown }[];
}

const ENDS = ["answer", "result", "error"];
const call = z
  .object({
    kind: z.enum(["model", "tool", "act", "node"]),
    name: z.string(),
    key: z.string(),
    answer: z.unknown().exactOptional(),
    result: z.unknown().exactOptional(),
    error: z.object({ name: z.string(), message: z.string() }).exactOptional(),
  })
  .refine((each) => ENDS.filter((end) => end in each).length === 1, {
    error: "Expected one of answer, result and error",
  });
const versions = z.record(z.string(), z.number());

const recordingSchema: z.ZodType<Recording> = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  thread: z.string().min(1),
  attempt: z.number().int().positive(),
  redacted: z.boolean(),
  outcome: z
    .object({ ok: z.boolean(), reason: z.string().exactOptional(), verifier: z.string().exactOptional() })
    .exactOptional(),
  input: z.unknown(),
  earlier: z
    .object({ step: z.number(), values: z.unknown(), versions, seen: z.record(z.string(), versions) })
    .exactOptional(),
  calls: z.array(call),
  questions: z.array(z.object({ question: z.unknown(), answer: z.unknown() })),
});

/** @internal */
export const recordingOf = (parts: Omit<Recording, "format" | "version">): Recording => ({
  format: FORMAT,
  version: 1,
  ...parts,
});

/** @internal @throws {RecordingFormatError} */
export function checkedRecording(value: unknown): Recording {
  const format: unknown = Reflect.get(Object(value), "format");
  if (format !== FORMAT) throw new RecordingFormatError(`it has no \`"format": "${FORMAT}"\``);
  const parsed = recordingSchema.safeParse(value);
  if (!parsed.success) throw new RecordingFormatError(z.prettifyError(parsed.error));
  return parsed.data;
}
