import { expect, it } from "vitest";

import { findingInWords } from "./finding-in-words.ts";

const asked = { name: "calls", question: "How many calls" };

it("says what was asked and what it was made with, then the tables, then a line a claim", () => {
  const claims = [
    { sentence: "One.", holds: true, measured: ".1" },
    { sentence: "Two.", holds: false, measured: ".2" },
    { sentence: "Three.", holds: false, isOpen: true, measured: ".3" },
  ];
  expect(findingInWords(asked, { markdown: "| a |", claims }, "Seed 1, commit 0123456789.")).toBe(
    [
      "",
      "== calls: How many calls",
      "",
      "Seed 1, commit 0123456789.",
      "",
      "| a |",
      "",
      "holds  One. (.1)",
      "MISSES Two. (.2)",
      "open   Three. (.3)",
      "",
    ].join("\n"),
  );
});

it("says why figures are missing", () => {
  expect(findingInWords(asked, { markdown: "", claims: [], incomplete: "No data." })).toBe(
    "\n== calls: How many calls\n\nNo data.\n",
  );
});
