import { readHistory } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { acting, config, givenUp, waiting } from "../fixtures/acting-inspector.ts";

const release = (): void => {};

describe("deleting a thread", () => {
  it("tells what goes, wants the id once more, and deletes once; the record is the terminal's", async () => {
    const deleted: object[] = [];
    const { inspector, post, saver } = await acting({ verify: () => true }, {}, (each) => deleted.push(each));
    const look = async () => JSON.parse(await (await inspector.ask("/api/act/deletion?id=seats")).text());
    const { expected, gone } = await look();
    expect(gone).toEqual(["1 attempt", "all its checkpoints"]);
    const body = { expected, typed: "seat", why: "a test" };
    expect(await post("delete", body)).toMatchObject({
      status: 409,
      body: {
        error: { code: "ACTION_REFUSED", message: expect.stringContaining("not the id of the thread") },
      },
    });
    expect(await post("delete", { ...body, typed: "seats", expected: "older/still" })).toMatchObject({
      status: 409,
    });
    expect(await readHistory(saver, config)).toHaveLength(1);
    const both = await Promise.all([1, 2].map(() => post("delete", { ...body, typed: "seats" })));
    expect(both.map(({ status }) => status)).toContain(200);
    expect(await readHistory(saver, config)).toEqual([]);
    expect((await inspector.ask("/api/thread?id=seats")).status).toBe(404);
    expect(deleted).toEqual([{ thread: "seats", by: "ada", why: "a test" }]);
  });

  it.each([
    ["waits for an answer", waiting, /answer it first/],
    [
      "holds acts",
      {
        ...givenUp,
        effects: { tools: { book: { hold: { release } }, pay: { hold: { release } } }, onUnaccepted: "hold" },
      } as const,
      /release or discard them first/,
    ],
  ])("refuses a thread that %s", async (_, options, message) => {
    const { inspector, post, saver } = await acting(options);
    const { expected, gone, refused } = JSON.parse(
      await (await inspector.ask("/api/act/deletion?id=seats")).text(),
    );
    expect({ gone, refused }).toEqual({ gone: [], refused: expect.stringMatching(message) });
    expect(await post("delete", { expected, typed: "seats" })).toMatchObject({ status: 409 });
    expect(await readHistory(saver, config)).toHaveLength(1);
  });
});
