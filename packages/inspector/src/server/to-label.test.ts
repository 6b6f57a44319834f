import { describe, expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { memoryLabels } from "../fixtures/memory-labels.ts";
import { sampleSource } from "../testing/index.ts";

const FIRST = { thread: "t-1", run: "run-b", attempt: 1, steps: 8 } as const;
const DECISIVE = { ...FIRST, verdict: { kind: "decisive", step: 3 } } as const;
const ATTEMPT = "/api/labels/attempt?thread=t-1&run=run-b&attempt=1";

/** Names of fields, however deep they lie, that a scorer has filled. */
const OPINIONS = ["attribution", "scores", "set", "explanations", "why", "rewind", "planned", "kept", "note"];

function namesIn(value: unknown): readonly string[] {
  const names: string[] = [];
  JSON.stringify(value, (name, each: unknown) => {
    names.push(name);
    return each;
  });
  return names;
}

const opinionsIn = (value: unknown): readonly string[] =>
  OPINIONS.filter((name) => namesIn(value).includes(name));

describe("before an attempt is judged", () => {
  it("no answer to its labeller holds what the scorer thinks of it", async () => {
    const { ask } = await openInspector();
    const attempt: unknown = await (await ask(ATTEMPT)).json();
    expect(attempt).toMatchObject({ task: expect.any(String), rejection: expect.stringContaining("EUR") });
    const step: unknown = await (await ask("/api/labels/step?thread=t-1&run=run-b&attempt=1&step=3")).json();
    expect(step).toMatchObject({ content: expect.any(String), toolCalls: [] });
    expect([...opinionsIn(attempt), ...opinionsIn(step)]).toEqual([]);
    // A reason of the queue is about labels alone.
    expect(opinionsIn(await (await ask("/api/labels")).json())).toEqual(["why"]);
  });

  it("ruling out a step is not enough, and neither is the label of somebody else", async () => {
    const labels = memoryLabels();
    const { ask, post } = await openInspector({ labels });
    await post("/api/labels", { ...FIRST, verdict: { kind: "not-this", step: 0 } });
    await labels.add({ ...DECISIVE, labeller: "grace", convention: "earliest-unrecovered" });
    expect(opinionsIn(await (await ask(ATTEMPT)).json())).toEqual([]);
  });
});

describe("once an attempt is judged", () => {
  it("the answer holds what the scorer thinks of it, until the label is taken back", async () => {
    const { ask, post } = await openInspector();
    await post("/api/labels", DECISIVE);
    const [, { attempts } = { attempts: [] }] = (await sampleSource().thread("t-1"))?.runs ?? [];
    expect(attempts[0]?.attribution).toBeDefined();
    expect(await (await ask(ATTEMPT)).json()).toMatchObject({ attribution: attempts[0]?.attribution });
    await post("/api/labels/retract", { id: "l1" });
    expect(opinionsIn(await (await ask(ATTEMPT)).json())).toEqual([]);
  });

  it("right or wrong, it holds neither the verdict nor the scores", async () => {
    const { ask, post } = await openInspector();
    await post("/api/labels", { ...FIRST, verdict: { kind: "wrong" }, convention: "right-or-wrong" });
    const run: unknown = await (await ask(`${ATTEMPT}&ask=runs`)).json();
    expect(namesIn(run)).not.toContain("rejection");
    expect(opinionsIn(run)).toEqual([]);
    expect(opinionsIn(await (await ask(ATTEMPT)).json())).toEqual([]);
  });
});

it("refuses an attempt or a step that is not there", async () => {
  const { ask } = await openInspector();
  expect((await ask("/api/labels/attempt?thread=t-1&run=run-b&attempt=9")).status).toBe(404);
  expect((await ask("/api/labels/step?thread=t-1&run=run-b&attempt=1&step=99")).status).toBe(404);
  expect((await ask("/api/labels/attempt?thread=t-1&run=run-b&attempt=1&ask=me")).status).toBe(400);
});
