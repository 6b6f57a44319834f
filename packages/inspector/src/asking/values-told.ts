import { z } from "zod";

import type { StepAddress } from "../shared/view/step-detail.ts";
import type { StepValues } from "../shared/view/step-values.ts";
import { placesInWords } from "../shared/words/origin-words.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import type { ValueOrigins } from "../source/value-origins.ts";
import { recorded } from "./run-tool.ts";
import { pageOf, type Told } from "./told.ts";

/** Values of a step that stand before it in its attempt. */
export interface ValuesTold {
  readonly step: number;
  readonly links: { text: string; in: string; from: string }[];
  readonly more: number;
}

/** Their shape. */
export const valuesTold: z.ZodType<ValuesTold, ValuesTold> = z
  .object({
    step: z.number(),
    links: z.array(
      z.object({
        text: recorded,
        in: z.string().describe("Parts of the step that have it."),
        from: z.string().describe("What had it first, word for word: a step, or the input."),
      }),
    ),
    more: z.number(),
  })
  .describe("Values of a step that stand, word for word, in an earlier one: a wrong value came from there.");

/** Characters of an attempt up to which values are followed: of more, that would take minutes. */
const FOLLOWED = 1_000_000;

/** Values of a step that stand before it; absent where the attempt cannot be read, or is too long to follow them. */
export async function valuesOfStep(
  source: ThreadSource,
  origins: ValueOrigins,
  address: StepAddress,
  told: Told,
): Promise<{ values?: ValuesTold }> {
  const { steps = [] } = (await source.trajectory(address)) ?? {};
  const characters = steps.reduce(
    (sum, { content, toolCalls = [] }) => sum + content.length + JSON.stringify(toolCalls).length,
    0,
  );
  if (characters > FOLLOWED) {
    told.leftOut(
      `Where values came from: the attempt has ${characters} characters, too many to follow them.`,
    );
    return {};
  }
  const values = await origins.ofStep(address);
  return values === undefined ? {} : { values: valuesToldOf(address.step + 1, values, told) };
}

function valuesToldOf(step: number, { links, more }: StepValues, told: Told): ValuesTold {
  const page = pageOf(links, { from: 1, limit: 25, most: 4000 }, ({ from, places, text }) => ({
    text: told.text("Value", text, 200),
    in: placesInWords(places),
    from: from === "input" ? "input" : `step ${from + 1}`,
  }));
  return { step, links: [...page.rows], more: more + page.of - page.rows.length };
}
