import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { trajectorySource } from "./trajectory-source.ts";
import { valueOrigins } from "./value-origins.ts";

const said = (...contents: readonly string[]) => ({
  id: "t",
  task: "Refund ord-4417.",
  steps: contents.map((content, index) => ({ index, agent: "a", content })),
});
const address = { thread: "t", run: "", attempt: 1 };

it("tells of each step where its values came from, the input last", async () => {
  const origins = valueOrigins(trajectorySource([said("fee: 164.22 EUR", "ord-4417 costs 164.22 EUR")], "x"));
  expect(await origins.ofStep({ ...address, step: 0 })).toEqual({ links: [], more: 0 });
  expect((await origins.ofStep({ ...address, step: 1 }))?.links).toEqual([
    { text: "164.22 EUR", from: 0, to: 1, places: ["output"] },
    { text: "ord-4417", from: "input", to: 1, places: ["output"] },
  ]);
  expect(await origins.ofStep({ ...address, attempt: 2, step: 0 })).toBeUndefined();
});

it("tells where a text stands, and gives no more than anybody looks at", async () => {
  const many = Array.from({ length: 200 }, (_, index) => `id-${1000 + index}`).join(" ");
  const origins = valueOrigins(
    trajectorySource([said(many, many, ...Array.from({ length: 150 }, () => "id-1000"))], "x"),
  );
  const values = await origins.ofStep({ ...address, step: 1 });
  expect([values?.links.length, values?.more]).toEqual([60, 140]);
  const found = await origins.ofText(address, "id-1000");
  expect({ ...found, later: found?.later.length }).toEqual({ from: 0, places: ["output"], later: 100 });
  expect(await origins.ofText(address, "id-9999")).toBeUndefined();
});

it("says from which step on it does not look, where an attempt is too long", async () => {
  const origins = valueOrigins(trajectorySource([said("id-1", " ".repeat(2_000_000), "id-1 id-2")], "x"));
  expect(await origins.ofStep({ ...address, step: 2 })).toEqual({ links: [], more: 0, unread: 1 });
  expect(await origins.ofText(address, "id-1")).toEqual({
    from: 0,
    places: ["output"],
    later: [],
    unread: 1,
  });
  expect(await origins.ofText(address, "id-2")).toBeUndefined();
  expect(await origins.unread(address)).toBe(1);
});

it("reads an attempt once while its steps are looked at, and again when its thread changes", async () => {
  const source = trajectorySource([said("a-1", "a-1")], "x");
  let [reads, version] = [0, "1"];
  const counting: typeof source = {
    ...source,
    version: async () => version,
    trajectory: (asked) => {
      reads += 1;
      return source.trajectory(asked);
    },
  };
  const origins = valueOrigins(counting);
  for (const step of [0, 1, 0]) await origins.ofStep({ ...address, step });
  expect(reads).toBe(1);
  version = "2";
  await origins.ofStep({ ...address, step: 0 });
  expect(reads).toBe(2);
});

it("is served to the page, and to nobody without its token", async () => {
  const source = trajectorySource([said("fee: 164.22 EUR", "164.22 EUR")], "x");
  const { ask, origin } = await openInspector({ source });
  const at = "thread=t&run=&attempt=1";
  expect(await (await ask(`/api/values?${at}&step=1`)).json()).toMatchObject({
    links: [{ text: "164.22 EUR", from: 0 }],
  });
  expect(await (await ask(`/api/origin?${at}&text=fee`)).json()).toEqual({
    from: 0,
    places: ["output"],
    later: [],
  });
  expect((await ask(`/api/origin?${at}&text=nothing`)).status).toBe(404);
  expect((await ask(`/api/origin?${at}&text=${"x".repeat(1001)}`)).status).toBe(400);
  expect((await fetch(`${origin}/api/values?${at}&step=1`)).status).toBe(401);
});
