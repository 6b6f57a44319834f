import { fitLogitScorer } from "@langgraph-rollback/attribution";
import { allAtOnce } from "@langgraph-rollback/attributors";
import { scriptedModel } from "@langgraph-rollback/attributors/testing";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import {
  originOf,
  parseTrajectories,
  stringifyTrajectory,
  TrajectoryFormatError,
  type Trajectory,
  valueLinks,
} from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { ratioOf } from "./growth.ts";

/** Characters of the longer text. */
const LENGTH = 48_000;
/** How many times as long that is: 32 for linear work. Reading the longer text takes up to four times as long for each character, as it fits in no cache. */
const TIMES = 32;
/** Between 128 and the 1,024 of quadratic work. */
const MOST = TIMES ** 1.7;

const ALL = [
  " ",
  "\n",
  "9",
  "9,",
  "1+",
  "a",
  "-",
  '"',
  '"\\',
  "`",
  "``` ",
  "```json {} ```",
  "{",
  "{}",
  '{"a":',
  "[",
  "[]",
  ", ",
  "<think>",
  "step 3 ",
  "ANSWER: ",
  "ok. ",
];

/** Reads a long text and a short one. */
async function expectLinear(pump: string, read: (text: string) => unknown): Promise<void> {
  let count = 0;
  // No text comes twice, as some counts are remembered.
  const textOf = (length: number) => `${pump.repeat(length / pump.length)}no ${(count += 1)}!`;
  const growth = await ratioOf(
    () => read(textOf(LENGTH / TIMES)),
    () => read(textOf(LENGTH)),
    MOST,
  );
  expect(growth).toBeLessThan(MOST);
}

it("work that is quadratic in a text's length is told from linear work", async () => {
  const read = (text: string): string => text.replace(/\n+$/, "");
  await expect(expectLinear("\n", read)).rejects.toThrow(/to be less than/);
  await expectLinear("\n", (text) => text.split("").join(","));
});

const [sample, ...others] = sampleTrajectories(40, 7);
if (sample === undefined) throw new Error("There are no samples.");
const trajectory = sample;

const saying = (text: string): Trajectory => ({
  id: "hostile",
  task: text,
  outcome: { ok: false, reason: text },
  steps: [0, 1].map((index) => ({
    index,
    agent: "a",
    content: text,
    toolCalls: [{ name: "look", args: { text } }],
  })),
});

const logit = fitLogitScorer(others);

describe.each(ALL)("a text full of %j is read in a time linear in its length", (pump) => {
  it("as a model's answer", async () => {
    await expectLinear(pump, (text) =>
      allAtOnce({ model: scriptedModel(() => text) }).attribute({ trajectory }),
    );
  });

  it("as a field of a model's answer", async () => {
    await expectLinear(pump, (text) => {
      const json = { reason: text, agent: text, step: text, confidence: text };
      return allAtOnce({ model: scriptedModel(() => ({ json })) }).attribute({ trajectory });
    });
  });

  it("in a trace, by a scorer without a model", async () => {
    await expectLinear(pump, (text) => logit.score(saying(text)));
  });

  it("in a trace, by what tells where values came from", async () => {
    await expectLinear(pump, (text) => [valueLinks(saying(text)), originOf(saying(text), text)]);
  });

  it("in a file of traces", async () => {
    await expectLinear(pump, (text) => [
      ...parseTrajectories(stringifyTrajectory(saying(text))),
      refusalOf(text),
      refusalOf(JSON.stringify({ ...saying(text), [text]: 1, steps: text })),
    ]);
  });
});

function refusalOf(file: string): unknown {
  try {
    return [...parseTrajectories(file)];
  } catch (error) {
    if (error instanceof TrajectoryFormatError) return error;
    throw error;
  }
}
