import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { betaLaw, conformalRank, pacRank } from "@langgraph-rollback/attribution/conformal";
import { describe, expect, it } from "vitest";
import { runningTests } from "./running-tests.ts";

const root = resolve(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/guarantee.md"), "utf8");

/** Cells of the rows below a heading, without the head of the table. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const least = (rankOf: (n: number) => number | undefined) =>
  Array.from({ length: 1000 }, (_, n) => n).find((n) => (rankOf(n) ?? Infinity) <= n);

function coverage(n: number, alpha: number): string {
  const law = betaLaw(n, conformalRank(n, alpha));
  return `${law.quantile(0.05).toFixed(2)} – ${law.quantile(0.95).toFixed(2)}`;
}

describe("docs/guarantee.md", () => {
  it.each(tableUnder("What backs it"))(
    "names a test that runs and asserts something: %s",
    (_statement, title = "", file = "") => {
      const source = readFileSync(join(root, "packages", file.replaceAll("`", "")), "utf8");
      expect(runningTests(source).filter((test) => test.title === title)).toHaveLength(1);
    },
  );

  it.each(tableUnder("How many labels you need"))("has the right numbers for alpha %s", (...cells) => {
    const alpha = Number(cells[0]);
    expect(cells.slice(1)).toEqual([
      String(least((n) => conformalRank(n, alpha))),
      String(least((n) => pacRank(n, alpha, 0.1))),
      ...[50, 100, 500].map((n) => coverage(n, alpha)),
    ]);
  });

  it("has both tables", () => {
    expect(tableUnder("What backs it").length).toBeGreaterThan(20);
    expect(tableUnder("How many labels you need")).toHaveLength(4);
  });
});
