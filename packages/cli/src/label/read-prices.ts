import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readOptionFile } from "../data/read-option-file.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import type { Prices } from "./replay-budget.ts";

const amount = z.number().nonnegative();

const schema: z.ZodType<Prices> = z.record(
  z.string(),
  z.object({
    input: amount,
    output: amount,
    cacheRead: z.exactOptional(amount),
    cacheWrite: z.exactOptional(amount),
  }),
);

/**
 * Reads prices by the model's name, in money for a million tokens: those of `budget.money.prices`, as JSON.
 *
 * @throws {CommandFailedError} if the file cannot be read or holds something else
 */
export async function readPrices(file: string): Promise<Prices> {
  const text = await readOptionFile("--prices", file, () => readFile(file, "utf8"));
  const { data } = schema.safeParse(parsed(text));
  if (data !== undefined) return data;
  throw new CommandFailedError(
    `Expected \`--prices\` ${file} to hold money for a million tokens by the model's name, such as {"gpt-5": {"input": 1.25, "output": 10}}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
