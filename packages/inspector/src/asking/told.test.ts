import { describe, expect, it } from "vitest";

import { newTold, pageOf } from "./told.ts";

describe("newTold", () => {
  it("says how much of a text it leaves out", () => {
    const told = newTold();
    expect(told.text("Task", "a".repeat(20), 20)).toBe("a".repeat(20));
    expect(told.omitted()).toEqual([]);
    expect(told.text("Note", "b".repeat(21), 20)).toBe(`${"b".repeat(19)}…`);
    expect(told.omitted()).toEqual(["Note: 2 characters left out."]);
  });

  it("counts further sentences beyond twenty", () => {
    const told = newTold();
    for (let place = 0; place < 25; place++) told.leftOut(`Part ${place}.`);
    expect(told.omitted()).toHaveLength(21);
    expect(told.omitted().at(-1)).toBe("5 further texts shortened.");
  });
});

describe("pageOf", () => {
  const items = ["one", "two", "three", "four"];
  const page = (from: number, limit: number, most = 1000) =>
    pageOf(items, { from, limit, most }, (item) => item);

  it("gives a page, and where the next one begins", () => {
    expect(page(1, 2)).toEqual({ rows: ["one", "two"], of: 4, next: 3 });
    expect(page(3, 2)).toEqual({ rows: ["three", "four"], of: 4 });
    expect(page(9, 2)).toEqual({ rows: [], of: 4 });
  });

  it("ends a page where no more fits, but gives at least one row", () => {
    expect(page(1, 4, 11)).toEqual({ rows: ["one", "two"], of: 4, next: 3 });
    expect(page(3, 4, 1)).toEqual({ rows: ["three"], of: 4, next: 4 });
  });
});
