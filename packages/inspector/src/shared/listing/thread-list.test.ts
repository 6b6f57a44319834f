import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ThreadSummary } from "../view/thread-summary.ts";
import { COLUMNS, hasFailed, isFilter, nextSort, parseSort, passes, sorted } from "./thread-list.ts";

const thread = (id: string, rest: Partial<ThreadSummary> = {}): ThreadSummary => ({
  id,
  status: "succeeded",
  task: "Price a journey.",
  runs: 1,
  attempts: 1,
  ...rest,
});

const ids = (threads: readonly ThreadSummary[]) => threads.map(({ id }) => id);

describe("filters of the threads", () => {
  it("counts a recovered thread, and one in its second attempt, among those that failed at first", () => {
    expect(hasFailed(thread("a", { status: "recovered", attempts: 2 }))).toBe(true);
    expect(hasFailed(thread("a", { status: "running", attempts: 1 }))).toBe(true);
    expect(hasFailed(thread("a", { status: "running", attempts: 0 }))).toBe(false);
    expect(hasFailed(thread("a", { status: "unjudged" }))).toBe(false);
  });

  it("asks for labels of failed threads only", () => {
    const failed = thread("a", { status: "gave-up", attempts: 3 });
    expect(passes(failed, "unlabelled", new Set())).toBe(true);
    expect(passes(failed, "unlabelled", new Set(["a"]))).toBe(false);
    expect(passes(thread("b"), "unlabelled", new Set())).toBe(false);
  });

  it("knows its own filters and no others", () => {
    expect(isFilter("gave-up")).toBe(true);
    expect(isFilter("toString")).toBe(false);
    expect(isFilter(undefined)).toBe(false);
  });
});

describe("order of the threads", () => {
  it("sorts numbers in ids as numbers", () => {
    const threads = ["t-10", "t-9", "t-1"].map((id) => thread(id));
    expect(ids(sorted(threads, parseSort("id")))).toEqual(["t-1", "t-9", "t-10"]);
  });

  it("puts what has no value last, up and down", () => {
    const threads = [thread("a"), thread("b", { tokens: 5 }), thread("c", { tokens: 7 })];
    expect(ids(sorted(threads, parseSort("tokens")))).toEqual(["b", "c", "a"]);
    expect(ids(sorted(threads, parseSort("-tokens")))).toEqual(["c", "b", "a"]);
  });

  it("keeps the source's order without a sort, and for one that makes no sense", () => {
    const threads = [thread("b"), thread("a")];
    for (const text of [undefined, "", "-", "nothing", "constructor"])
      expect(sorted(threads, parseSort(text))).toBe(threads);
  });

  it("goes up, down and back to the source's order by clicks on one column", () => {
    let sort = nextSort(undefined, "tokens");
    expect(sort).toBe("tokens");
    sort = nextSort(parseSort(sort), "tokens");
    expect(sort).toBe("-tokens");
    expect(nextSort(parseSort(sort), "tokens")).toBeUndefined();
    expect(nextSort(parseSort("-tokens"), "id")).toBe("id");
  });

  it("loses and adds no thread, whatever the column", () => {
    const some = fc.array(fc.record({ id: fc.string(), tokens: fc.option(fc.nat(), { nil: undefined }) }));
    fc.assert(
      fc.property(some, fc.constantFrom(...COLUMNS), fc.boolean(), (given, column, descending) => {
        const threads = given.map(({ id, tokens }) => thread(id, tokens === undefined ? {} : { tokens }));
        expect(new Set(sorted(threads, { column, descending }))).toEqual(new Set(threads));
      }),
    );
  });
});
