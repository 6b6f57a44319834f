import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Trajectory } from "../trajectory.ts";
import { originOf } from "./origin-of.ts";
import { placesIn } from "./places-in.ts";
import { unreadFrom } from "./trace-texts.ts";
import { valueLinks } from "./value-links.ts";

/** Ten steps of half a million characters each, and how often the text of each was asked for. */
function long(): { readonly run: Trajectory; readonly asked: readonly number[] } {
  const asked = Array.from({ length: 10 }, () => 0);
  const steps = asked.map((_, index) => ({
    index,
    agent: "a",
    get content(): string {
      asked[index] = (asked[index] ?? 0) + 1;
      return `id-${1000 + index} id-7777 `.padEnd(500_000, ".");
    },
  }));
  return { run: { id: "t", task: "", steps }, asked };
}

describe("a run with more text than anybody reads", () => {
  it("is looked through up to a step that can be told, and no text behind it is touched", () => {
    const { asked, run } = long();
    expect(unreadFrom(run)).toBe(4);
    expect(valueLinks(run).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
    expect(originOf(run, "id-1003")?.from).toBe(3);
    expect(originOf(run, "id-1004")).toBeUndefined();
    expect(asked.map((count) => count > 0)).toEqual(asked.map((_, index) => index <= 4));
  });

  it("has the same bound for its input", () => {
    const run = {
      id: "t",
      task: "a".repeat(2_000_001),
      steps: [{ index: 0, agent: "a", content: "id-1000" }],
    };
    expect(unreadFrom(run)).toBe("input");
    expect(originOf(run, "id-1000")).toBeUndefined();
    expect(unreadFrom({ ...run, task: "" })).toBeUndefined();
  });
});

describe("the search for a text", () => {
  it("reads each character once, however alike the texts are", () => {
    let reads = 0;
    const text = {
      length: 20_000,
      charCodeAt: (at: number) => {
        reads += 1;
        return (at % 2 === 0 ? "a" : " ").charCodeAt(0);
      },
    };
    expect([...placesIn(text, `${"a ".repeat(900)}b`)]).toEqual([]);
    expect([...placesIn(text, "a ".repeat(900))]).toHaveLength(9101);
    expect(reads).toBe(40_000);
  });

  it("finds each place, those that overlap too", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 30 });
    const sought = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(few, sought, (text, part) => {
        const places = Array.from(text, (_, at) => at).filter((at) => text.startsWith(part, at));
        expect([...placesIn(text, part)]).toEqual(places);
      }),
    );
  });
});
