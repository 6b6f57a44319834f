import { existsSync } from "node:fs";
import { open } from "node:fs/promises";

import type { AlarmRun } from "@langgraph-rollback/attribution";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import { EvaluationError } from "@langgraph-rollback/lab/errors";
import { z } from "zod";

import { fieldOf } from "./field-of.ts";
import { readData } from "./read-data.ts";

/** A run with a score after each step. */
export interface ScoredRun extends AlarmRun {
  /** Runs of one unit are never parted. */
  readonly unit: string;
  /** Its id. */
  readonly name: string;
  /** Whose word `right` is: the line's `right` says what is true, its `ok` what a verifier says. */
  readonly rightBy: "truth" | "acceptance";
}

const line = z
  .looseObject({
    id: z.union([z.string(), z.number()]),
    right: z.boolean().optional(),
    ok: z.boolean().optional(),
    scores: z.array(z.number().gte(0).lte(1)).min(1),
  })
  .refine(({ ok, right }) => (right ?? ok) !== undefined);

/** Bytes in which the first line of such a file ends. */
const FIRST_LINE = 2 ** 16;

/** Whether a file is one of runs with scores, by its first line. A database is none. */
export async function holdsScores(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE));
    const [first = ""] = buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "").trimStart().split("\n");
    const value = jsonIn(first);
    return typeof value === "object" && value !== null && "scores" in value;
  } finally {
    await handle.close();
  }
}

/**
 * Reads runs with a score after each step as JSON Lines: objects with `id`, `scores` and `right`, or `ok` in its place.
 *
 * @param by `group`: the field that names a run's group; `splitBy`: the field whose values are never parted, each run is a unit of its own without it
 * @throws {EvaluationError} on a file that cannot be read, or has no runs, or a line that is none
 */
export async function loadScoredRuns(
  file: string,
  { group, splitBy }: { readonly group?: string | undefined; readonly splitBy?: string | undefined },
): Promise<readonly ScoredRun[]> {
  const lines = (await readData(file, "--alarm")).replace(/^\uFEFF/, "").split("\n");
  const runs = lines.flatMap((text, at): readonly ScoredRun[] => {
    if (text.trim() === "") return [];
    const parsed = line.safeParse(jsonIn(text));
    if (!parsed.success)
      throw new EvaluationError(
        `${file}, line ${at + 1}: expected \`id\`, \`right\` as true or false, and \`scores\`, a number in [0, 1] after each step, as JSON on one line.`,
      );
    const { id, ok, right = ok === true, scores } = parsed.data;
    return [
      {
        unit: splitBy === undefined ? String(id) : fieldOf(parsed.data, splitBy),
        name: String(id),
        rightBy: parsed.data.right === undefined ? "acceptance" : "truth",
        scores,
        right,
        draw: trajectoryDraw({ id: String(id) }),
        ...(group === undefined ? {} : { group: fieldOf(parsed.data, group) }),
      },
    ];
  });
  if (runs.length === 0) throw new EvaluationError(`Expected runs in ${file}, got none.`);
  return runs;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
