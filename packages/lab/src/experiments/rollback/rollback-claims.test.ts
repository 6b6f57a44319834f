import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

import type { Claim } from "../experiment.ts";
import { rollbackClaims } from "./rollback-claims.ts";

it("makes the claims of docs/benchmarks/rollback.json of its figures, none of which is open where it holds", () => {
  const file = new URL("../../../../../docs/benchmarks/rollback.json", import.meta.url);
  const { claims, figures } = JSON.parse(readFileSync(file, "utf8"));
  const alphas = new Set<number>(
    claims.flatMap(({ sentence }: Claim) => /alpha ([\d.]+):/.exec(sentence)?.[1] ?? []).map(Number),
  );
  const made = [...alphas].flatMap((alpha) => rollbackClaims(figures, alpha));
  const bySentence = (all: readonly Claim[]) => all.toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1));
  expect(bySentence(made)).toEqual(bySentence(claims));
  expect(made.filter(({ holds, isOpen }) => holds && isOpen === true)).toEqual([]);
});
