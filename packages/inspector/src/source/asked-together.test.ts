import { describe, expect, it } from "vitest";

import { askedTogether, isQuestion } from "./asked-together.ts";

const OF_THREAD = "select * from checkpoints WHERE thread_id = $1 AND checkpoint_ns = $2 LIMIT 1";

/** A database that has one row for each thread that is asked about, and remembers what it was asked. */
function database({ refusesLists = false } = {}) {
  const asked: (readonly unknown[])[] = [];
  const ask = askedTogether(async ({ text, values }) => {
    asked.push(values);
    const [threads] = values;
    if (!Array.isArray(threads)) return { rows: [{ thread: threads, text }] };
    if (refusesLists) throw new Error("no lists here");
    return { rows: threads.map((thread: unknown, place) => ({ thread, asked_place: place + 1 })) };
  });
  const of = async (thread: string, ns = "", text = OF_THREAD): Promise<unknown> =>
    Reflect.get((await ask({ text, values: [thread, ns] })).rows[0] ?? {}, "thread");
  return { asked, of };
}

describe("askedTogether", () => {
  it("asks about several threads in one question, and gives each its own rows", async () => {
    const { asked, of } = database();
    expect(await Promise.all([of("a"), of("b"), of("a")])).toEqual(["a", "b", "a"]);
    expect(asked).toEqual([[["a", "b", "a"], ""]]);
  });

  it("keeps questions apart that differ in more than the thread", async () => {
    const { asked, of } = database();
    expect(await Promise.all([of("a"), of("b", "history"), of("c", "history")])).toEqual(["a", "b", "c"]);
    expect(asked).toEqual([
      ["a", ""],
      [["b", "c"], "history"],
    ]);
  });

  it("asks what does not name one thread as it is", async () => {
    const { asked, of } = database();
    await Promise.all([
      of("a", "", "select $1, $2"),
      of("b", "", "select $1, $2"),
      of("c", "", OF_THREAD.replace("$1", "$10")),
    ]);
    expect(asked).toEqual([
      ["a", ""],
      ["b", ""],
      ["c", ""],
    ]);
  });

  it("asks each by itself where they cannot be asked together", async () => {
    const { asked, of } = database({ refusesLists: true });
    expect(await Promise.all([of("a"), of("b")])).toEqual(["a", "b"]);
    expect(asked).toEqual([
      [["a", "b"], ""],
      ["a", ""],
      ["b", ""],
    ]);
  });

  it("leaves a text without values to the pool", () => {
    expect(isQuestion("select 1")).toBe(false);
    expect(isQuestion({ text: "select 1", values: [] })).toBe(true);
  });
});
