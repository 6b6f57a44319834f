import fc from "fast-check";
import { expect, it } from "vitest";

import { generatedPart, withGeneratedPart } from "./generated-part.ts";

const empty = (name: string): string => `<!-- bench ${name} -->\n<!-- /bench ${name} -->`;
const part = (name: string, markdown: string) => ({ name, seed: 1, commit: "0123456789", markdown });

it("gives back what was written, and leaves the rest of the document as it is", () => {
  const text = fc.string().filter((each) => !each.includes("<!--"));
  fc.assert(
    fc.property(text, text, text, fc.array(text, { maxLength: 3 }), (before, between, after, written) => {
      let document = `${before}${empty("a")}${between}${empty("b")}${after}`;
      for (const markdown of written) document = withGeneratedPart(document, part("b", markdown));
      expect(generatedPart(document, "b")).toBe((written.at(-1) ?? "").trim());
      expect(document.startsWith(`${before}${empty("a")}${between}<!-- bench b`)).toBe(true);
      expect(document.endsWith(`<!-- /bench b -->${after}`)).toBe(true);
    }),
  );
});

it("says in its marker what it was made with", () => {
  expect(withGeneratedPart(empty("a"), part("a", "text"))).toBe(
    "<!-- bench a seed 1 commit 0123456789 -->\n\ntext\n\n<!-- /bench a -->",
  );
});

it("refuses a document without its markers, and takes no other name that begins alike", () => {
  expect(() => withGeneratedPart(empty("alpha"), part("a", "text"))).toThrow(/markers of "a"/);
});
