import { describe, expect, it } from "vitest";

import { suspectedStep } from "./suspected-step.ts";

const call = (name: string) => ({ name, args: {} });
const steps = [
  { index: 0, agent: "model", content: "I search.", toolCalls: [call("search"), call("search")] },
  { index: 1, agent: "tools", content: "flights\nto  Bergen" },
  { index: 2, agent: "model", content: "I book.", toolCalls: [call("book"), call("search")] },
];

describe("the step that a model names", () => {
  it.each([
    [{ tool: "search" }, 2],
    [{ tool: "search", call: 1 }, 0],
    [{ tool: "search", call: 2 }, 0],
    [{ tool: "search", call: 3 }, 2],
    [{ tool: "search", call: 4 }, undefined],
    [{ tool: "pay" }, undefined],
    [{ quote: "flights to Bergen" }, 1],
    [{ quote: "I " }, 0],
    [{ quote: "trains" }, undefined],
    [{ quote: " \n" }, undefined],
    [{ tool: "pay", quote: "I book" }, 2],
    [{}, undefined],
  ])("%o is step %o, 0-based", (named, step) => {
    expect(suspectedStep(steps, { reason: "wrong", ...named })).toBe(step);
  });
});
