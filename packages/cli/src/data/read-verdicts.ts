import type { LabelledVerdict } from "@langgraph-rollback/attribution";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";
import { z } from "zod";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { readData } from "./read-data.ts";

const line = z.looseObject({
  score: z.number(),
  right: z.boolean(),
  id: z.union([z.string(), z.number()]).optional(),
});

/**
 * Reads a verifier's scores of labelled runs as JSON Lines: objects with `score` (higher for better runs) and `right`. Their `id`s, where all
 * have one, draw the rank.
 *
 * @param groupKey field that names the group of a run; without it there are no groups
 * @throws {CommandFailedError} on a line that is none, on one without the field, and on a file without any
 */
export async function readVerdicts(
  file: string,
  groupKey: string | undefined,
): Promise<readonly LabelledVerdict[]> {
  const lines = (await readData(file, "--verdicts")).split("\n");
  const verdicts = lines.flatMap((text, index) =>
    text.trim() === "" ? [] : [verdictIn(text, `${file}, line ${index + 1}`, groupKey)],
  );
  if (verdicts.length === 0) throw new CommandFailedError(`Expected verdicts in ${file}, got none.`);
  return verdicts;
}

function verdictIn(text: string, where: string, groupKey: string | undefined): LabelledVerdict {
  const parsed = line.safeParse(jsonIn(text));
  if (!parsed.success)
    throw new CommandFailedError(
      `${where}: expected an object with a number as \`score\` and true or false as \`right\`, as JSON on one line.`,
    );
  const { id, right, score } = parsed.data;
  const draw = id === undefined ? {} : { draw: trajectoryDraw({ id: String(id) }) };
  if (groupKey === undefined) return { score, right, ...draw };
  const group: unknown = parsed.data[groupKey];
  if (typeof group !== "string" && typeof group !== "number")
    throw new CommandFailedError(`${where}: expected a text or a number as \`${groupKey}\`.`);
  return { score, right, group: String(group), ...draw };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
