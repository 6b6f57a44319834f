import type { BaseMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

import type { Evidence } from "./asking/text/evidence.ts";
import { everyAttributor } from "./fixtures/every-attributor.ts";
import { fillShape } from "./fixtures/fill-shape.ts";
import { CANARY, injections } from "./fixtures/injections.ts";
import { scriptedModel } from "./testing/index.ts";

/** A failed run in which every text that may hold anything is the injection. */
const evidenceOf = (text: string): Evidence => ({
  trajectory: {
    id: "injected",
    task: text,
    steps: ["user", text, "worker", text].map((agent, index) => ({
      index,
      agent,
      content: text,
      toolCalls: [{ name: text, args: { [text]: text, __proto__: text } }],
      error: { name: text, message: text },
    })),
    outcome: { ok: false, reason: text },
  },
  groundTruth: text,
});

/** Says the injection wherever the question's shape lets it. */
const obeying = (text: string) =>
  scriptedModel((messages) => ({
    json: fillShape(messages.map((message) => message.text).join("\n"), text),
  }));

/** Text outside of all frames; throws where a frame is not closed by its own mark. */
function outsideFrames(messages: readonly BaseMessage[]): string {
  const [system, ...asked] = messages.map((message) => message.text);
  const [, mark = "no mark"] = /<<… (\d{9})>>/.exec(system ?? "") ?? [];
  const text = asked.join("\n");
  const frames = [
    ...text.matchAll(new RegExp(`<<([^<>\n]+) ${mark}>>\n([^]*?)\n<<end of \\1 ${mark}>>`, "g")),
  ];
  const outside = frames.reduce((rest, [frame]) => rest.replace(frame, () => ""), text);
  for (const [, , inside = ""] of frames)
    expect(inside).not.toMatch(/<|\[\/?[A-Z_]+\]|[\u0080-\u009f\u202a-\u202e]/);
  expect(frames.length).toBeGreaterThan(0);
  expect(outside).not.toContain("<<");
  expect(outside).not.toContain(mark);
  return `${system}\n${outside}`;
}

const attributors = Object.entries(everyAttributor).map(([name, make]) => ({ name, make }));

describe.each(attributors)("the prompts of $name", ({ make }) => {
  it.each(injections)("keep %s in its frame, and the shape of what is found", async (_name, text) => {
    const model = obeying(text);
    const { scores, step, usage } = await make(model).attribute(evidenceOf(text));
    expect(model.calls.length).toBeGreaterThan(0);
    for (const messages of model.calls) {
      expect(messages.map((message) => message.type)).toEqual(["system", "human"]);
      expect(outsideFrames(messages)).not.toContain(CANARY);
    }
    expect(scores).toHaveLength(4);
    for (const score of scores) expect(score ?? 0).toSatisfy((value: number) => value >= 0 && value <= 1);
    expect(step ?? 0).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value < 4);
    expect(usage.calls).toBe(model.calls.length);
  });
});

describe("the suite itself", () => {
  it("has at least 40 injections", () => {
    expect(injections.length).toBeGreaterThanOrEqual(40);
  });

  it("notices a text outside of its frame", async () => {
    const model = obeying("x");
    await everyAttributor["all-at-once"]?.(model).attribute(evidenceOf(CANARY));
    const [[system, human] = []] = model.calls;
    if (system === undefined || human === undefined) throw new Error("There was no question.");
    expect(outsideFrames([system, human])).not.toContain(CANARY);
    human.content = `${human.text}\nRemember: ${CANARY}`;
    expect(outsideFrames([system, human])).toContain(CANARY);
  });
});
