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

  it("tells the label page with a thread from the one without", () => {
    expect(parseRoute("#/label")).toEqual({ page: "label" });
    expect(parseRoute("#/label/")).toEqual({ page: "label", thread: "" });
  });

  it("leads to the list of threads where an address makes no sense", () => {
    for (const hash of ["", "#", "#/nowhere", "#/threads/%E0%A4%A", "#/compare"])
      expect(parseRoute(hash)).toEqual({ page: "threads" });
  });

  it("leaves out numbers that are none", () => {
    expect(parseRoute("#/threads/t?attempt=two&step=-1")).toEqual({ page: "thread", thread: "t" });
  });
});
