import { appendFileSync } from "node:fs";

import { beforeAll, describe, expect, it } from "vitest";

import { recordLearning } from "../fixtures/learning-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const db = at("runs.sqlite");

describe.skipIf(sqlite.open === undefined)(`learn${sqlite.missing}`, () => {
  beforeAll(() => recordLearning(db, 24, { background: false, agent: "steps" }));

  it("learns from the failed runs of a database, and says what is in force", async () => {
    const before = await runHere(["learn", db, "--agent", "steps", "--look"]);
    expect(before).toMatchObject({ code: 1, err: expect.stringContaining("nothing can be learnt") });
    const { code, err, out } = await runHere(["learn", db, "--agent", "steps"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Agent steps: 24 failed runs\.$/m);
    expect(out).toMatch(/^In force: version [0-9a-f]{12}, by 24 failed runs\. No set caps/m);
    expect(out).toContain("Nothing is promised yet of failed runs");
    expect(out).toMatch(/^[0-9-]{10} [0-9:]{5} {2}new version: A scorer/m);
    // A round that is not due changes nothing, and the name is known now.
    expect((await runHere(["learn", db])).out).toBe(out);
  });

  it("writes it as JSON", async () => {
    const { out } = await runHere(["learn", db, "--look", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ agent: "steps", failures: 24, state: { change: "version" } });
  });

  it("asks which agent, where several learn or none does", async () => {
    const none = at("none.sqlite");
    await recordLearning(none, 1, false);
    expect(await runHere(["learn", none])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Pass `--agent NAME`"),
    });
    const several = at("several.sqlite");
    await recordLearning(several, 1, { agent: "one" });
    await recordLearning(several, 2, { agent: "two" });
    expect(await runHere(["learn", several])).toMatchObject({
      code: 1,
      err: expect.stringContaining("one, two"),
    });
  });

  it("keeps it in a file, and passes over a line that was cut short", async () => {
    const store = at("store.jsonl");
    const file = at("filed.sqlite");
    await recordLearning(file, 3, false);
    const { out } = await runHere(["learn", file, "--agent", "steps", "--store", store]);
    expect(out).toContain("Agent steps: 3 failed runs.");
    appendFileSync(store, '{"kind":');
    expect((await runHere(["learn", file, "--store", store])).out).toBe(out);
    expect((await runHere(["learn", file, "--look", "--agent", "steps"])).code).toBe(1);
  });
});
