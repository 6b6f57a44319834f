import type { BaseMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";

import { longFailure } from "./fixtures/long-failure.ts";
import { perfectModel, textOf } from "./fixtures/step-judges.ts";
import { fineTuned, naiveJudge, rolePrompted, stepByStep, type Attributor } from "./index.ts";
import type { ScriptedModel } from "./testing/scripted-model.ts";

/** Share of all input with which the call before, or the first one, has begun: what a prompt cache need not read again. */
function sharedShare(calls: readonly (readonly BaseMessage[])[]): number {
  const texts = calls.map(textOf);
  const shared = texts.map((text, call) =>
    Math.max(
      ...[0, call - 1].map((earlier) => (earlier < call ? commonPrefix(texts[earlier] ?? "", text) : 0)),
    ),
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  return sum(shared) / sum(texts.map(({ length }) => length));
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const methods: Readonly<Record<string, (model: ScriptedModel) => Attributor>> = {
  "step-by-step": (model) => stepByStep({ model, stop: "never" }),
  "naive judge": (model) => naiveJudge({ model }),
  "role-prompted": (model) => rolePrompted({ model }),
  "fine-tuned": (model) => fineTuned({ model }),
};

describe.each(Object.entries(methods))("the calls of %s on one trajectory", (_, methodOf) => {
  it("share nine tenths of their input as a prefix, with 50 steps", async () => {
    const trajectory = longFailure(50, 1);
    const model = perfectModel(trajectory);
    await methodOf(model).attribute({ trajectory });
    expect(model.calls.length).toBeGreaterThanOrEqual(50);
    expect(sharedShare(model.calls)).toBeGreaterThanOrEqual(0.9);
  });
});
