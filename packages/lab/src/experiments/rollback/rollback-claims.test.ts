import { expect, it } from "vitest";

import { findingOf } from "../../archive/figures-archive.ts";
import { keptFindings } from "../../archive/figures-file.ts";
import type { Claim } from "../experiment.ts";
import { rollbackClaims } from "./rollback-claims.ts";

it("makes the kept claims of the kept figures, none of which is open where it holds", () => {
  const { claims, figures } = JSON.parse(JSON.stringify(findingOf(keptFindings(), "rollback")));
  const alphas = new Set<number>(
    claims.flatMap(({ sentence }: Claim) => /alpha ([\d.]+):/.exec(sentence)?.[1] ?? []).map(Number),
  );
  const made = [...alphas].flatMap((alpha) => rollbackClaims(figures, alpha));
  const bySentence = (all: readonly Claim[]) => all.toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1));
  expect(bySentence(made)).toEqual(bySentence(claims));
  expect(made.filter(({ holds, isOpen }) => holds && isOpen === true)).toEqual([]);
});
