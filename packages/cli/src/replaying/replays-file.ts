import path from "node:path";
import { appendJsonLine, readJsonLines } from "@langgraph-rollback/attribution";
import type { LabelReplay } from "langgraph-rollback/replay";
import { z } from "zod";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { RecordedAttempt } from "./recorded-runs.ts";

/** A replay of a failed attempt, as it is written down. */
export interface WrittenReplay extends Omit<RecordedAttempt, "steps">, LabelReplay {
  /** When it was over, ISO 8601, UTC. */
  readonly at: string;
}

const HEADER = { format: "langgraph-rollback/replay", version: 1 } as const;

const count = z.int().nonnegative();
const tokens = z.object({
  model: z.exactOptional(z.string()),
  input: z.number(),
  output: z.number(),
  cacheRead: z.exactOptional(z.number()),
  cacheWrite: z.exactOptional(z.number()),
});

const schema: z.ZodType<WrittenReplay> = z.object({
  format: z.literal(HEADER.format),
  version: z.literal(HEADER.version),
  thread: z.string(),
  run: z.string(),
  attempt: z.int().positive(),
  head: z.string(),
  asked: count,
  start: count,
  status: z.enum(["accepted", "rejected", "inconclusive", "unjudged"]),
  reason: z.string(),
  spent: z.object({
    steps: count,
    startedAt: z.exactOptional(z.string()),
    tokens: z.exactOptional(z.array(tokens)),
    cached: z.exactOptional(z.number()),
  }),
  at: z.iso.datetime(),
});

/**
 * File of the replays that a file of labels is made of: `runs.replays.jsonl` beside `runs.labels.jsonl`.
 *
 * @param labels file of labels
 */
export function replaysFileOf(labels: string): string {
  const { dir, name } = path.parse(path.resolve(labels));
  return path.join(dir, `${name === "labels" ? "" : `${name.replace(/\.labels$/, "")}.`}replays.jsonl`);
}

/** Replays in a file of JSON Lines that is only ever appended to: what was paid for is never lost. */
export interface ReplaysFile {
  /** All of them, oldest first. A line that was cut short is passed over. */
  readonly list: () => Promise<readonly WrittenReplay[]>;
  readonly add: (made: WrittenReplay) => Promise<void>;
}

/**
 * Opens a file of replays, which need not exist yet. `list` throws a {@link CommandFailedError} on a line that is no replay of this version.
 *
 * @param onCutLine told the number of each line that was cut short
 */
export function replaysFile(file: string, onCutLine: (line: number) => void): ReplaysFile {
  return {
    list: async () =>
      (await readJsonLines(file, onCutLine)).map(({ line, value }) => {
        const { data, error } = schema.safeParse(value);
        if (data !== undefined) return data;
        const [issue] = error.issues;
        throw new CommandFailedError(
          `Expected a replay in line ${line} of ${file}, got another value: \`${issue?.path.map(String).join(".") ?? ""}\`: ${issue?.message ?? ""}. Move the file away to begin anew.`,
        );
      }),
    add: (made) => appendJsonLine(file, { ...HEADER, ...made }),
  };
}
