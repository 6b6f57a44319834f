import { describe, expect, it } from "vitest";

import { sampleSource } from "../../../src/testing/index.ts";
import { counterpartOf } from "./counterpart.ts";
import { selectionOf, type ThreadRoute } from "./selection.ts";

async function counterpart(id: string, route: Partial<ThreadRoute>) {
  const view = await sampleSource({ lengths: [8] }).thread(id);
  const selection = view && selectionOf(view, { page: "thread", thread: id, ...route });
  return selection && counterpartOf(id, selection);
}

describe("counterpartOf", () => {
  it("is what the next attempt did in the step's place, and from the last attempt what the one before did", async () => {
    expect(await counterpart("t-1", { attempt: 1, step: 7 })).toMatchObject({
      attempt: 2,
      step: { index: 7 },
      href: "#/threads/t-1?run=run-b&attempt=2&step=8&tab=summary",
    });
    expect((await counterpart("t-1", { attempt: 2, step: 7 }))?.attempt).toBe(1);
  });

  it("is absent for a kept step, and in a run of one attempt", async () => {
    expect(await counterpart("t-1", { attempt: 1, step: 0 })).toBeUndefined();
    expect(await counterpart("t-3", { step: 3 })).toBeUndefined();
  });
});
