import { describe, expect, it } from "vitest";

import { comparedLines } from "./compared-lines.ts";

const rows = [
  { kind: "kept", a: 0, b: 0 },
  { kind: "kept", a: 1, b: 1 },
  { kind: "only-b", b: 2 },
] as const;
const shown = (isUnfolded: boolean, from = 0) =>
  comparedLines(rows.slice(from), isUnfolded).map((line) => (line.kind === "row" ? line.row : line.kind));

describe("comparedLines", () => {
  it("folds the kept steps into one line before the fork", () => {
    expect(shown(false)).toEqual(["fold", "fork", 2]);
  });

  it("shows them all once unfolded", () => {
    expect(shown(true)).toEqual(["fold", 0, 1, "fork", 2]);
  });

  it("has nothing to fold where the attempt began anew", () => {
    expect(shown(false, 2)).toEqual(["fork", 0]);
  });

  it("ends at the fork where nothing has run since", () => {
    expect(comparedLines(rows.slice(0, 2), false).at(-1)).toEqual({ kind: "fork", kept: 2 });
  });
});
