import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";

const label = {
  thread: "t-1",
  run: "run-b",
  attempt: 1,
  steps: 8,
  verdict: { kind: "decisive", step: 3 },
  reason: "reads <b>2019</b>",
};

const withFurther = (...further: readonly number[]) => ({
  ...label,
  verdict: { kind: "decisive", step: 3, further },
});

it("keeps a label with who gave it and by which convention", async () => {
  const { post, ask } = await openInspector({ convention: "first-slip" });
  const answer = await post("/api/labels", label);
  expect(answer.status).toBe(200);
  const kept = {
    ...label,
    id: "l1",
    at: "2026-01-02T03:04:05.000Z",
    labeller: "ada",
    convention: "first-slip",
  };
  expect(await answer.json()).toEqual(kept);
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [kept] });
});

it("stores whether the labeller had scores in view", async () => {
  const { post, ask } = await openInspector();
  for (const scoresInView of [true, false])
    expect((await post("/api/labels", { ...label, scoresInView })).status).toBe(200);
  expect((await post("/api/labels", { ...label, scoresInView: "no" })).status).toBe(400);
  expect(await (await ask("/api/labels")).json()).toMatchObject({
    labels: [{ scoresInView: true }, { scoresInView: false }],
  });
});

it("keeps a label that names several decisive steps", async () => {
  const { post, ask } = await openInspector();
  const verdict = { kind: "decisive", step: 3, further: [5, 7] };
  expect((await post("/api/labels", { ...label, verdict })).status).toBe(200);
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [{ verdict }] });
});

it("keeps whether a run is right apart from labels of its steps", async () => {
  const { post, ask } = await openInspector();
  const convention = "right-or-wrong";
  const right = { ...label, verdict: { kind: "right" }, convention };
  expect((await post("/api/labels", right)).status).toBe(200);
  expect(await (await ask("/api/labels/runs")).json()).toMatchObject({ labels: [right] });
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
  expect((await post("/api/labels", { ...right, verdict: { kind: "unsure" } })).status).toBe(200);
});

it("retracts a label once", async () => {
  const { post, ask } = await openInspector();
  await post("/api/labels", label);
  expect((await post("/api/labels/retract", { id: "l1" })).status).toBe(200);
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
  expect((await post("/api/labels/retract", { id: "l1" })).status).toBe(404);
});

it.each([
  ["a step that the attempt does not have", { ...label, verdict: { kind: "decisive", step: 8 } }, 400],
  ["a further step that the attempt does not have", withFurther(8), 400],
  ["a further step before the decisive one", withFurther(2), 400],
  ["the decisive step named twice", withFurther(3), 400],
  ["further steps out of order", withFurther(6, 5), 400],
  ["a further step that is no whole number", withFurther(4.5), 400],
  ["further steps that are no list", { ...label, verdict: { kind: "decisive", step: 3, further: 5 } }, 400],
  [
    "further steps of a step that is ruled out",
    { ...label, verdict: { kind: "not-this", step: 3, further: [5] } },
    400,
  ],
  ["a right run among labels of steps", { ...label, verdict: { kind: "right" } }, 400],
  ["a decisive step among labels of runs", { ...label, convention: "right-or-wrong" }, 400],
  ["another convention than the inspector's", { ...label, convention: "first-slip" }, 400],
  ["a verdict that is none", { ...label, verdict: { kind: "guilty" } }, 400],
  ["somebody else's name", { ...label, labeller: "eve" }, 400],
  ["a key that is none of a label's", JSON.parse('{"__proto__":{"admin":true}}'), 400],
  ["nothing", null, 400],
  ["a list", [label], 400],
  ["a reason as long as a book", { ...label, reason: "x".repeat(10_001) }, 400],
  ["a thread that is not there", { ...label, thread: "t-99" }, 404],
  ["a run that is not there", { ...label, run: "__proto__" }, 404],
  ["an attempt that has grown since", { ...label, steps: 7 }, 409],
  ["more than a label can be", { ...label, reason: "x".repeat(70_000) }, 413],
])("refuses %s", async (_, body, status) => {
  const { post, ask } = await openInspector();
  expect((await post("/api/labels", body)).status).toBe(status);
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
});

it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"])(
  "refuses a body of the type %j, which a form elsewhere could send",
  async (type) => {
    const { post } = await openInspector();
    const answer = await post("/api/labels", label, { "content-type": type });
    expect(answer.status).toBe(415);
  },
);

it("refuses a body that is no JSON, and an endless one without a length", async () => {
  const { ask, origin } = await openInspector();
  const headers = { "content-type": "application/json; charset=utf-8", origin };
  const send = (body: RequestInit["body"]) =>
    ask("/api/labels", { method: "POST", headers, body: body ?? null, duplex: "half" });
  expect((await send("{")).status).toBe(400);
  const long = new ReadableStream({
    start: (controller) => {
      for (let part = 0; part < 20; part += 1)
        controller.enqueue(new TextEncoder().encode(" ".repeat(10_000)));
      controller.close();
    },
  });
  expect((await send(long)).status).toBe(413);
});
