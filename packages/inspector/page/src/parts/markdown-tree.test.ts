import { describe, expect, it } from "vitest";

import { markdownTree } from "./markdown-tree.ts";

describe("markdownTree", () => {
  it.each(["# Title", "a **bold** word", "- one\n- two", "```js\n1\n```", "| a |\n| - |\n| 1 |", "[x](y)"])(
    "takes %j for Markdown",
    (text) => {
      expect(markdownTree(text)).toBeDefined();
    },
  );

  it.each(["3 * 14 = 42", "2*3*4 = 24", "EUR 118 for one night.", "<b>not Markdown</b>", ""])(
    "leaves %j as it was written",
    (text) => {
      expect(markdownTree(text)).toBeUndefined();
    },
  );

  it("does not draw what is nested without end", () => {
    expect(markdownTree(`${"> ".repeat(2000)}**deep**`)).toBeUndefined();
  });
});
