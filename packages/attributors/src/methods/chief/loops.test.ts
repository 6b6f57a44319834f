import { describe, expect, it } from "vitest";

import { loopGroups } from "./loops.ts";

const stepsOf = (...lines: readonly string[]) =>
  lines.map((line, index) => {
    const [agent = "", content = ""] = line.split(": ");
    return { index, agent, content };
  });

describe("loopGroups", () => {
  it("finds planner and executor going round with the same order", () => {
    const steps = stepsOf(
      "user: Find the manual of version 2.",
      "planner: Search for the manual of version 1.",
      "browser: Version 1 is no longer on offer.",
      "planner: Search for the manual of version 1 again.",
      "browser: There is a page on version 2.",
      "planner: Search once more for the manual of version 1.",
      "browser: Nothing new.",
      "planner: I give up.",
    );
    expect(loopGroups(steps)).toEqual([{ start: 1, end: 6, period: 2 }]);
  });

  it("finds an executor who fails alike under changing orders", () => {
    const steps = stepsOf(
      "planner: Search for copy shops that are open all night.",
      "browser: error: the page could not be loaded",
      "planner: Try the map instead, around the station.",
      "browser: error: the page could not be loaded",
    );
    expect(loopGroups(steps)).toEqual([{ start: 0, end: 3, period: 2 }]);
  });

  it("takes one agent who says the same four times for a loop of rounds of one step", () => {
    const steps = stepsOf("a: Try once more.", "a: Try once more.", "a: Try once more.", "a: Try once more.");
    expect(loopGroups(steps)).toEqual([{ start: 0, end: 3, period: 1 }]);
  });

  it("takes agents that take turns and get on for no loop", () => {
    const steps = stepsOf(
      "planner: Find the author of the book.",
      "browser: It was written by Selma.",
      "planner: Where was she born?",
      "browser: In Sunne, the encyclopaedia says.",
    );
    expect(loopGroups(steps)).toEqual([]);
  });

  it("finds one agent who repeats itself, and loops one after the other", () => {
    const steps = stepsOf(
      "coder: run the tests",
      "coder: run the tests",
      "coder: run the tests",
      "writer: The report is late.",
      "mailer: send the report now",
      "mailer: send the report now",
    );
    expect(loopGroups(steps)).toEqual([
      { start: 0, end: 2, period: 1 },
      { start: 4, end: 5, period: 1 },
    ]);
  });

  it("needs words to compare", () => {
    expect(loopGroups(stepsOf("a: ", "a: ", "a: …", "a: …"))).toEqual([]);
    expect(loopGroups([])).toEqual([]);
  });
});
