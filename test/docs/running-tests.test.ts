import { describe, expect, it } from "vitest";
import { runningTests } from "./running-tests.ts";

const titles = (source: string) => runningTests(source).map(({ title }) => title);

describe("runningTests", () => {
  it("finds tests that run and assert, with and without a table", () => {
    const source = `
      it("one", () => { expect(1).toBe(1); });
      describe.each(all)("group", () => {
        it.each([[1], [2]])("number %d", async (n) => { for (const a of [n]) expect(a).toBe(n); });
        test("property", () => fc.assert(fc.property(fc.nat(), (n) => n >= 0)));
      });`;
    expect(titles(source)).toEqual(["one", "number %d", "property"]);
  });

  it.each([
    ["a comment", `// it("title", () => expect(1).toBe(1));`],
    ["a test that is skipped", `it.skip("title", () => { expect(1).toBe(1); });`],
    ["a table that is skipped", `it.skip.each([1])("title", () => { expect(1).toBe(1); });`],
    ["a test that may be skipped", `it.skipIf(late)("title", () => { expect(1).toBe(1); });`],
    ["one that is still to be written", `it.todo("title");`],
    [
      "a group that is skipped",
      `describe.skip("group", () => { it("title", () => { expect(1).toBe(1); }); });`,
    ],
    ["a test without an assertion", `it("title", () => { measure(); /* expect(1).toBe(1) */ });`],
    ["another text", `console.log("title"); expect("title").toBe("title");`],
  ])("takes no %s for a test that runs", (_, source) => {
    expect(titles(source)).toEqual([]);
  });
});
