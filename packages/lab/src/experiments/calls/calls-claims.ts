import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import { share } from "../../documents/table.ts";
import type { Variant } from "../../failures/variant.ts";
import type { PaperClaim } from "../paper-claim.ts";
import type { CallsFigures } from "./count-calls.ts";

/** Claims of the paper about its tables 1 and 4. */
export const callsClaims = (figures: readonly CallsFigures[]): readonly PaperClaim[] => [
  everyStep(figures),
  isCheap(figures, "left", "right"),
  isCheap(figures, "right", "left"),
  halfOfUniform(figures),
];

const shareOf = (
  figures: readonly CallsFigures[],
  wanted: { readonly method: ConformalMethod; readonly variant: Variant; readonly scorer: string },
): number =>
  figures.find(
    ({ lengths, method, scorer, variant }) =>
      lengths === undefined &&
      method === wanted.method &&
      variant === wanted.variant &&
      scorer === wanted.scorer,
  )?.share ?? Number.NaN;

function everyStep(figures: readonly CallsFigures[]): PaperClaim {
  const others = figures.filter(({ method }) => method !== "left" && method !== "right");
  return {
    says: "VCP, CRSVP and two-way filtration score every step",
    isSo: others.every((each) => each.share === 1),
    documented: "confirmed",
    measured: `all methods but \`left\` and \`right\` score ${share(Math.min(...others.map((each) => each.share)))} of the steps`,
  };
}

function isCheap(figures: readonly CallsFigures[], method: "left" | "right", variant: Variant): PaperClaim {
  const own = shareOf(figures, { method, variant, scorer: ".762" });
  const other = shareOf(figures, { method: method === "left" ? "right" : "left", variant, scorer: ".762" });
  const published = { left: "3.70 of 8.50 calls", right: "36 % of the calls" }[method];
  return {
    says: `on ${variant} dense data, \`${method}\` needs less than half of the calls (${published})`,
    isSo: own < 0.5 && own < other,
    documented: "confirmed",
    measured: `${share(own)} of the steps, \`${method === "left" ? "right" : "left"}\` ${share(other)}`,
  };
}

/** Of its table 1, at the mean length of 8.5 steps: (8.5 + 1) / 2 of them. */
const HALF = 9.5 / 2 / 8.5;
/** Four mistakes out of five lie in the first 0.8 of the steps, and one step more is scored. */
const POSITIONS = (0.8 * 8.5 + 1) / 8.5;
/** Within a tenth of the steps it is about as the paper says. */
const ABOUT = 0.1;

function halfOfUniform(figures: readonly CallsFigures[]): PaperClaim {
  const shares = (["left", "right"] as const).map((method) =>
    shareOf(figures, { method, variant: "uniform", scorer: ".900" }),
  );
  return {
    says: "with a strong scorer and errors anywhere, left and right filtration need about (l + 1) / 2 calls",
    isSo: shares.every((each) => Math.abs(each - HALF) <= ABOUT),
    documented: "refuted",
    measured: `at alpha 0.2 and AUROC .900, ${shares.map((each) => share(each)).join(" and ")} of the steps, where (l + 1) / 2 is ${share(HALF)} of them and 0.8 l + 1, which positions alone need, ${share(POSITIONS)}`,
  };
}
