import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";
import { beforeAll, describe, expect, it } from "vitest";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { parseSince } from "../options/parse-since.ts";

const { at } = await scratchFolder();
const db = at("runs.sqlite");

/** Text that would move the cursor, in a name and in a reason. */
const ESCAPE = "\u001b[2J";

/** Runs that fail so many days ago, for a reason; "" is none. */
async function record(file: string, runs: readonly (readonly [number, string])[]): Promise<void> {
  const checkpointer = sqlite.open?.(file);
  if (checkpointer === undefined) return;
  const node = `solve${ESCAPE}${"x".repeat(90)}`;
  const builder = new StateGraph(MessagesAnnotation)
    .addNode("plan", () => ({ messages: [{ role: "assistant", content: "first, add" }] }))
    .addNode(node, () => ({ messages: [{ role: "assistant", content: "42" }] }))
    .addEdge("__start__", "plan")
    .addEdge("plan", node)
    .addEdge(node, "__end__");
  for (const [index, [days, reason]] of runs.entries()) {
    const agent = withRollback(builder.compile({ checkpointer }), {
      verify: ({ attempt }) => ({ ok: reason === "" || attempt > 1, reason }),
      clock: () => Date.now() - days * 86_400_000,
    });
    await agent.invoke({ messages: "How much?" }, { configurable: { thread_id: `thread ${index}` } });
  }
}

describe.skipIf(sqlite.open === undefined)(`stats${sqlite.missing}`, () => {
  beforeAll(() =>
    record(db, [
      [20, ""],
      [19, "The total 17 is wrong."],
      [2, `Nobody asked for ${ESCAPE}a discount.`],
      [1, "The total 23 is wrong."],
      [1, ""],
    ]),
  );

  it("tells what fails, in lines of at most 80 columns without control characters", async () => {
    const { code, err, out } = await runHere(["stats", db]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("3 of 5 runs failed at first (15-95 %), and 3 of 3 that have ended were");
    expect(out).toMatch(/^[\da-f]{8} 2 runs, 1 of the last period, .*, returning$/m);
    expect(out).toMatch(/^[\da-f]{8} 1 run, 1 of the last period, .*, new$/m);
    expect(out).toContain('  "Nobody asked for [2Ja discount."');
    expect(out).toContain("threads: thread 3, thread 1");
    expect(out.replaceAll("\n", " ")).toContain("That may be chance");
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(out).not.toContain("\u001b");
  });

  it("writes the figures as JSON", async () => {
    const { out } = await runHere(["stats", db, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ threads: 5, failed: { count: 3, of: 5 }, days: 7 });
  });

  it("counts the runs since a day, and those of one agent", async () => {
    const { out } = await runHere(["stats", db, "--since", "7d", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ failed: { count: 2, of: 3 } });
    expect(await runHere(["stats", db, "--agent", "nobody"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("No run that was judged is left"),
    });
    expect(JSON.parse((await runHere(["stats", db, "--agent", "plan", "--json"])).out).failed.of).toBe(5);
  });

  it("says so where nothing was judged", async () => {
    const empty = at("empty.sqlite");
    await record(empty, [[0, ""]]);
    expect((await runHere(["stats", empty])).code).toBe(0);
    expect(await runHere(["stats", empty, "--since", "2100-01-01"])).toMatchObject({ code: 1 });
  });

  it("refuses a moment that is none", async () => {
    expect(await runHere(["stats", db, "--since", "soon"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("12h, 30d or 2w"),
    });
    expect(parseSince("2w", Date.parse("2026-03-15T00:00:00Z"))).toBe("2026-03-01T00:00:00.000Z");
    expect(parseSince("2026-03-31")).toBe("2026-03-31T00:00:00.000Z");
  });
});
