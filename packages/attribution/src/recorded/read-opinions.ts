import { readFile } from "node:fs/promises";

import { z } from "zod";

import { OpinionFormatError } from "../errors/opinion-format-error.ts";
import type { Mark } from "../scorers/step-scorer.ts";
import type { Opinion, RecordedRun } from "./opinion.ts";

/**
 * Reads an opinion file: JSON Lines, one run a line, in the format that {@link parseOpinions} describes.
 *
 * @throws {OpinionFormatError} as `parseOpinions` does; errors of the file system pass through
 */
export async function readOpinions(path: string): Promise<readonly RecordedRun[]> {
  return parseOpinions(await readFile(path, "utf8"));
}

/**
 * Reads judges' opinions on runs as JSON Lines. One object a line:
 *
 * - `id` of the trajectory; each once in a file;
 * - `marks`: for each judge's name `{ steps, run }`, one mark for each step and one for the run: 1 right, 0 neutral, -1 wrong,
 *   null for nothing; `run` is optional. A judge that is null has no opinion;
 * - `scores`: for each judge's name one number in [0, 1] for each step; a line has marks, scores or both;
 * - `length`, `decisiveStep` (0-based), `outcome` and `stepLabels`: what is known of the run. All are optional.
 *
 * Other fields are ignored. Blank lines and a byte order mark are accepted.
 *
 * @throws {OpinionFormatError} on the first line that cannot be read; it names line and field
 */
export function parseOpinions(text: string): readonly RecordedRun[] {
  const seen = new Set<string>();
  return text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return [];
      const run = parseLine(line, index + 1);
      if (seen.has(run.id))
        throw new OpinionFormatError(index + 1, "id", `expected each id once, got "${run.id}" again`);
      seen.add(run.id);
      return [run];
    });
}

const mark: z.ZodType<Mark> = z.literal([1, 0, -1, null]);
const marks = z.array(mark).min(1);

const lineSchema = z.object({
  id: z.string(),
  length: z.nullish(z.int().positive()),
  decisiveStep: z.nullish(z.int().nonnegative()),
  outcome: z.nullish(mark),
  stepLabels: z.nullish(marks),
  marks: z.nullish(z.record(z.string(), z.nullable(z.object({ run: z.nullish(mark), steps: marks })))),
  scores: z.nullish(z.record(z.string(), z.nullable(z.array(z.number().gte(0).lte(1)).min(1)))),
});
type Line = z.infer<typeof lineSchema>;

function parseLine(text: string, line: number): RecordedRun {
  const result = lineSchema.safeParse(parseJson(text, line));
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.path.map(String).join(".") ?? "";
    throw new OpinionFormatError(line, field, issue?.message ?? "no opinions");
  }
  const parsed = result.data;
  const opinions = opinionsIn(parsed);
  const length = lengthOf(parsed, opinions, line);
  const { decisiveStep, outcome, stepLabels } = parsed;
  if (typeof decisiveStep === "number" && decisiveStep >= length)
    throw new OpinionFormatError(line, "decisiveStep", `expected 0 to ${length - 1}, got ${decisiveStep}`);
  return {
    id: parsed.id,
    length,
    opinions: new Map(opinions.map(({ judge, opinion }) => [judge, opinion])),
    ...(typeof outcome === "number" ? { outcome } : {}),
    ...(Array.isArray(stepLabels) ? { stepLabels } : {}),
    ...(typeof decisiveStep === "number" ? { decisiveStep } : {}),
  };
}

function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OpinionFormatError(
      line,
      "",
      `expected one JSON object, got ${text.length} characters of something else`,
      { cause },
    );
  }
}

interface Said {
  readonly judge: string;
  /** Its place in the line. */
  readonly field: string;
  readonly opinion: Opinion;
}

/** Scores win over marks of the same judge. */
function opinionsIn({ marks: marked, scores }: Line): readonly Said[] {
  return [
    ...Object.entries(marked ?? {}).flatMap(([judge, said]): readonly Said[] => {
      if (said === null) return [];
      const { run, steps } = said;
      const opinion = { kind: "marks", steps, ...(typeof run === "number" ? { run } : {}) } as const;
      return [{ judge, field: `marks.${judge}.steps`, opinion }];
    }),
    ...Object.entries(scores ?? {}).flatMap(([judge, steps]): readonly Said[] =>
      steps === null
        ? []
        : [{ judge, field: `scores.${judge}`, opinion: { kind: "scores", steps } as const }],
    ),
  ];
}

/** @throws {OpinionFormatError} if nothing says how many steps there are, or two fields differ about it */
function lengthOf({ length, stepLabels }: Line, said: readonly Said[], line: number): number {
  const counted = [
    ...(typeof length === "number" ? [{ field: "length", count: length }] : []),
    ...(Array.isArray(stepLabels) ? [{ field: "stepLabels", count: stepLabels.length }] : []),
    ...said.map(({ field, opinion }) => ({ field, count: opinion.steps.length })),
  ];
  const [first] = counted;
  if (first === undefined)
    throw new OpinionFormatError(
      line,
      "marks",
      "expected `marks`, `scores`, `stepLabels` or `length`, got none",
    );
  const other = counted.find(({ count }) => count !== first.count);
  if (other !== undefined)
    throw new OpinionFormatError(
      line,
      other.field,
      `expected ${first.count} steps as in \`${first.field}\`, got ${other.count}`,
    );
  return first.count;
}
