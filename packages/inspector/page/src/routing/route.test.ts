import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { hrefOf, parseRoute } from "./route.ts";

describe("route", () => {
  it("comes back from its own address, whatever the thread is called", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter((id) => id.isWellFormed()),
        fc.nat(5000),
        (thread, step) => {
          const route = { page: "thread", thread, run: "r&1", attempt: 2, step } as const;
          expect(parseRoute(hrefOf(route))).toEqual(route);
        },
      ),
    );
  });

  it("has an address for every thread, be its name broken UTF-16", () => {
    expect(parseRoute(hrefOf({ page: "compare", thread: "a\uD800" }))).toEqual({
      page: "compare",
      thread: "a\uFFFD",
    });
  });

  it("keeps the replay of a comparison", () => {
    const route = { page: "compare", thread: "a/b", run: "r", a: 2, replay: 3, row: 0 } as const;
    expect(parseRoute(hrefOf(route))).toEqual(route);
  });

  it("tells the label page with a thread from the one without", () => {
    expect(parseRoute("#/label")).toEqual({ page: "label" });
    expect(parseRoute("#/label/")).toEqual({ page: "label", thread: "" });
  });

  it("leads to the list of threads where an address names no page", () => {
    for (const hash of ["", "#", "#/", "#/threads"]) expect(parseRoute(hash)).toEqual({ page: "threads" });
  });

  it("says of an address that leads nowhere that it is unknown", () => {
    for (const address of ["/nowhere", "/threads/%E0%A4%A", "/compare", "/pilot/x", "/threads/a/b?step=1"]) {
      const route = { page: "unknown", address };
      expect(parseRoute(`#${address}`)).toEqual(route);
      expect(hrefOf({ page: "unknown", address })).toBe(`#${address}`);
    }
  });

  it("counts steps and rows from 1, as everything that people read does", () => {
    const route = { page: "thread", thread: "t", step: 2 } as const;
    expect(hrefOf(route)).toBe("#/threads/t?step=3");
    expect(parseRoute("#/threads/t?step=3")).toEqual(route);
    expect(parseRoute("#/label/t?step=1")).toEqual({ page: "label", thread: "t", step: 0 });
    expect(parseRoute("#/compare/t?row=4")).toEqual({ page: "compare", thread: "t", row: 3 });
  });

  it("leaves out numbers that are none", () => {
    expect(parseRoute("#/threads/t?attempt=two&step=0")).toEqual({ page: "thread", thread: "t" });
  });
});
