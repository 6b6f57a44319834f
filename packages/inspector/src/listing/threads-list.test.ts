import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { recordPlainTurns, recordRecovery } from "../fixtures/recorded-threads.ts";
import type { ThreadQuery } from "../shared/listing/thread-query.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";
import type { ThreadSource } from "../source/thread-source.ts";
import { threadsList } from "./threads-list.ts";
import type { ThreadSearchOptions } from "./thread-search.ts";

const FIRST = { from: 0, count: 200 };
const noLabels = async () => [];

/** Asks as the page does: once, and on until all threads have been looked at. */
function listOf(source: ThreadSource, options: ThreadSearchOptions = {}) {
  const list = threadsList(source, noLabels, options);
  const once = (query: Partial<ThreadQuery>) =>
    list({ ...FIRST, ...query }, { isAnew: false, isFollowUp: false });
  const whole = async (query: Partial<ThreadQuery>) => {
    let answer = await once(query);
    while (answer.unread > 0 || answer.more)
      answer = await list({ ...FIRST, ...query }, { isAnew: false, isFollowUp: true });
    return answer;
  };
  return { list, once, whole };
}

/** Counts the calls of a source. */
function counted(source: ThreadSource) {
  const asked = { list: [] as number[], thread: [] as string[] };
  const counting: ThreadSource = {
    ...source,
    list: (limit) => {
      asked.list.push(limit);
      return source.list(limit);
    },
    thread: (id) => {
      asked.thread.push(id);
      return source.thread(id);
    },
  };
  return { asked, source: counting };
}

const threads = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    failedThread(`t-${index}`, [
      {
        outcome: { ok: false, reason: `price ${index} is wrong` },
        note: index === 3 ? "Mind the $(.*) fares" : undefined,
        steps: [
          {
            index: 0,
            agent: index % 2 === 0 ? "Planner" : "solver",
            summary: `said ${index}`,
            tools: ["look-up"],
            depth: 0,
          },
        ],
      },
    ]),
  );

describe("searching threads", () => {
  it.each([
    ["a task", "TASK of T-3", "t-3"],
    ["a step", "said 2", "t-2"],
    ["a reason", "price 4", "t-4"],
    ["a note", "mind the", "t-3"],
    ["several of them", "said 3 fares price", "t-3"],
  ])("finds %s", async (_, search, id) => {
    const { matching, threads: found } = await listOf(givenSource(threads(5))).whole({ search });
    expect(found.map((thread) => thread.id)).toEqual([id]);
    expect(matching).toBe(1);
  });

  it("says where it found something that the list does not show", async () => {
    const { whole } = listOf(givenSource(threads(5)));
    expect((await whole({ search: "said 2" })).threads[0]?.hit).toEqual({
      what: "step 1",
      text: "Planner said 2 look-up",
      run: "run of t-2",
      attempt: 1,
      step: 0,
    });
    expect((await whole({ search: "task of t-2" })).threads[0]?.hit).toBeUndefined();
  });

  it("takes a search for text, whatever it looks like", async () => {
    const { whole } = listOf(givenSource(threads(5)));
    expect((await whole({ search: "$(.*)" })).threads.map(({ id }) => id)).toEqual(["t-3"]);
    for (const search of [".*", "(", "[a-z]+", "\\", "__proto__"])
      expect((await whole({ search })).matching).toBe(search === "(" || search === ".*" ? 1 : 0);
  });

  it("finds threads by an agent, by when they were decided and by how they stand", async () => {
    const given = givenSource(threads(4));
    const source: ThreadSource = {
      ...given,
      list: async (limit) => {
        const { more, threads: listed } = await given.list(limit);
        const dated = listed.map((thread, index) => ({
          ...thread,
          updatedAt: `2026-03-0${index + 1}T09:00:00.000Z`,
        }));
        return { more, threads: dated };
      },
    };
    const { whole } = listOf(source);
    const ids = async (query: Partial<ThreadQuery>) => (await whole(query)).threads.map(({ id }) => id);
    expect(await ids({ agent: "plan" })).toEqual(["t-0", "t-2"]);
    expect(await ids({ since: "2026-03-02T09:00:00.000Z", until: "2026-03-04T09:00:00.000Z" })).toEqual([
      "t-1",
      "t-2",
    ]);
    expect(await ids({ filter: "gave-up", agent: "PLAN", since: "2026-03-02T00:00:00.000Z" })).toEqual([
      "t-2",
    ]);
    expect(await ids({ filter: "running" })).toEqual([]);
    expect((await whole({ agent: "plan" })).agents).toEqual(["Planner", "solver"]);
  });

  it("answers at once with what is known, and says how many threads are still to be read", async () => {
    const { asked, source } = counted(givenSource(threads(5)));
    // Time goes by with every look at the clock, so that no two threads are read at a time.
    let time = 0;
    const { list, once } = listOf(source, { clock: () => (time += 1000), patience: 1 });
    expect(await once({ search: "price" })).toMatchObject({ matching: 0, unread: 5, known: 5 });
    expect(asked.thread).toEqual([]);
    const next = await list({ ...FIRST, search: "price" }, { isAnew: false, isFollowUp: true });
    expect(next).toMatchObject({ matching: 1, unread: 4 });
    expect(asked.thread).toHaveLength(1);
  });

  it("reads each thread once, however many letters are typed", async () => {
    const { asked, source } = counted(givenSource(threads(50)));
    const { whole } = listOf(source);
    for (const search of ["p", "pr", "pri", "price", "price 4"]) await whole({ search });
    expect(asked.thread).toHaveLength(50);
    expect(asked.list).toEqual([1000]);
  });

  it("finds everything with little memory, and reads the rest again only in each search", async () => {
    const { asked, source } = counted(givenSource(threads(50)));
    const { whole } = listOf(source, { characters: 1000 });
    expect((await whole({ search: "price" })).matching).toBe(50);
    const first = asked.thread.length;
    expect(first).toBe(50);
    expect((await whole({ search: "price" })).matching).toBe(50);
    expect(asked.thread).toHaveLength(first);
    expect((await whole({ search: "look-up" })).matching).toBe(50);
    expect(asked.thread.length).toBeLessThan(2 * first);
  });

  it("continues without a thread that cannot be read, and reports why", async () => {
    const told: unknown[] = [];
    const given = givenSource(threads(3));
    const broken = new Error("damaged");
    const source: ThreadSource = {
      ...given,
      thread: (id) => (id === "t-1" ? Promise.reject(broken) : given.thread(id)),
    };
    const { whole } = listOf(source, { onError: (error) => told.push(error) });
    expect((await whole({ search: "price" })).threads.map(({ id }) => id)).toEqual(["t-0", "t-2"]);
    expect(told).toEqual([broken]);
  });
});

describe("the list of many threads", () => {
  const many = threads(2500);

  it("begins with a thousand, and looks at older ones for pages beyond", async () => {
    const { asked, source } = counted(givenSource(many));
    const { once, whole } = listOf(source);
    expect(await once({})).toMatchObject({ known: 1000, more: true });
    expect(asked.list).toEqual([1000]);
    const { list } = listOf(source);
    const page = { from: 2400, count: 200 };
    let answer = await list(page, { isAnew: false, isFollowUp: false });
    while (answer.more) answer = await list(page, { isAnew: false, isFollowUp: true });
    expect(answer.threads.map(({ id }) => id)).toEqual(many.slice(2400).map(({ id }) => id));
    expect(answer).toMatchObject({ matching: 2500, more: false });
    expect((await whole({ search: "t-2499" })).threads.map(({ id }) => id)).toEqual(["t-2499"]);
  });

  it("looks at the latest threads only, once something has changed", async () => {
    const changing = { threads: threads(500), version: "1" };
    const { asked, source } = counted({
      ...givenSource([]),
      list: (limit) => givenSource(changing.threads).list(limit),
      listVersion: async () => changing.version,
    });
    const { once } = listOf(source);
    await once({});
    changing.threads = [failedThread("new"), ...changing.threads.filter(({ id }) => id !== "t-7")];
    changing.threads.unshift(failedThread("t-7", [{}, {}]));
    changing.version = "2";
    const { known, threads: listed } = await once({});
    expect(asked.list).toEqual([1000, 50]);
    expect(known).toBe(501);
    expect(listed.slice(0, 3).map(({ attempts, id }) => [id, attempts])).toEqual([
      ["t-7", 2],
      ["new", 1],
      ["t-0", 1],
    ]);
  });

  it("forgets deleted threads after a request to read all anew", async () => {
    const changing = { threads: threads(3) };
    const source = { ...givenSource([]), list: (limit: number) => givenSource(changing.threads).list(limit) };
    const { list, once } = listOf(source);
    await once({});
    changing.threads = changing.threads.slice(1);
    expect((await once({})).known).toBe(3);
    expect((await list(FIRST, { isAnew: true, isFollowUp: false })).known).toBe(2);
  });
});

describe.each([
  ["MemorySaver", () => new MemorySaver()],
  ["SqliteSaver", () => SqliteSaver.fromConnString(":memory:")],
])("a list of what a %s holds", (_, open) => {
  it("finds steps, reasons and notes of recorded runs, and sees new ones", async () => {
    const saver = open();
    await recordRecovery(saver, "recovered");
    await recordPlainTurns(saver, "plain");
    const source = checkpointerSource(saver, "test");
    const { whole } = listOf(source);
    const ids = async (query: Partial<ThreadQuery>) =>
      (await whole(query)).threads.map(({ id }) => id).toSorted();
    expect(await ids({ search: "3 x 14" })).toEqual(["plain", "recovered"]);
    expect(await ids({ search: "45 is wrong" })).toEqual(["recovered"]);
    expect(await ids({ search: "was undone" })).toEqual(["recovered"]);
    expect(await ids({ search: "first question" })).toEqual(["plain"]);
    expect(await ids({ agent: "solver", filter: "recovered" })).toEqual(["recovered"]);
    const before = await source.listVersion();
    expect(await source.listVersion()).toBe(before);
    await recordRecovery(saver, "another");
    expect(await source.listVersion()).not.toBe(before);
    expect(await ids({ search: "45 is wrong" })).toEqual(["another", "recovered"]);
  });
});
