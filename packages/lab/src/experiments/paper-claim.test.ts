import { expect, it } from "vitest";

import { asClaims, claimList, claimsOfPaperInBrief, type PaperClaim } from "./paper-claim.ts";

const claim = (isSo: boolean, documented: PaperClaim["documented"]): PaperClaim => ({
  says: "left is best",
  isSo,
  documented,
  measured: ".7 against .6",
});

it.each([
  [true, "confirmed", true],
  [false, "confirmed", false],
  [false, "refuted", true],
  [true, "refuted", false],
] as const)(
  "a paper's claim that is so (%s) and documented as %s: ours holds (%s)",
  (isSo, documented, holds) => {
    expect(asClaims([claim(isSo, documented)])).toMatchObject([{ holds, measured: ".7 against .6" }]);
  },
);

it("the document states the finding, whatever it stated before", () => {
  expect(claimList([claim(false, "confirmed")])).toBe(
    "- **Refuted**: left is best. Measured: .7 against .6.",
  );
});

it("in brief, counts what is so and says what is not", () => {
  expect(
    claimsOfPaperInBrief([claim(true, "confirmed"), claim(true, "confirmed"), claim(false, "refuted")]),
  ).toBe("Of 3 claims of the paper, 2 are confirmed. **Refuted**: left is best. Measured: .7 against .6.");
});
