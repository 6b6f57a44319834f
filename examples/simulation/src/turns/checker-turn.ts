import {
  type Claim,
  evaluate,
  findClaims,
  formatClaim,
  formatWorking,
  numbersIn,
} from "../problems/arithmetic.ts";
import { formatPart, rightPlan, workingOf } from "../problems/plan.ts";
import type { Work } from "./work.ts";
import type { MistakeKind } from "../mistakes/mistake-kind.ts";
import { mistakenClaim } from "../mistakes/mistaken-claim.ts";
import { type Draw, pick } from "../mistakes/seeded-draw.ts";
import type { SimulationRates } from "../mistakes/simulation-rates.ts";
import { isSameMistake } from "./solver-turn.ts";
import type { Turn } from "../mistakes/turn.ts";

/** The checker goes through the parts and passes the final figure on; it errs by putting a part "right" that is right already. */
export function checkerTurn(work: Work, rates: SimulationRates, style: Draw): Turn {
  const { results } = work;
  const reviewed = `I went through the parts: ${results.join(", ")}.`;
  const say = (remark: string, final: number): string => `${reviewed} ${remark} Final figure: ${final}`;
  return {
    key: "checker",
    right: say(remarkOn(work, rates, style), results.at(-1) ?? 0),
    mistaken(kind, draw) {
      const wrong = results.flatMap((_, at) => {
        const claim = correctionOf(work, at, kind, (label) => draw(`${label} ${at}`));
        const final = claim === undefined ? results.at(-1) : finalFigure(work, at, claim.value);
        return claim === undefined || final === undefined || final === results.at(-1)
          ? []
          : [{ at, claim, final }];
      });
      const chosen = pick(wrong, draw, "which part");
      if (chosen === undefined) return undefined;
      const content = say(
        `Part ${chosen.at + 1} does not hold, I make it ${formatClaim(chosen.claim)}.`,
        chosen.final,
      );
      return {
        kind,
        content,
        isIn: (text) => findClaims(text).some((shown) => isSameMistake(shown, chosen.claim, results)),
      };
    },
  };
}

function correctionOf(work: Work, at: number, kind: MistakeKind, draw: Draw): Claim | undefined {
  const { problem, plan, results } = work;
  const part = plan[at];
  if (part === undefined) return undefined;
  const earlier = results.slice(0, at);
  return mistakenClaim(
    workingOf(problem, part, earlier),
    kind,
    [...numbersIn(problem.question), ...earlier],
    draw,
  );
}

/** Final result when one part is given another value. */
function finalFigure({ problem, plan, results }: Work, changed: number, value: number): number | undefined {
  const corrected = [...results.slice(0, changed), value];
  for (const part of plan.slice(changed + 1)) corrected.push(evaluate(workingOf(problem, part, corrected)));
  return corrected.at(-1);
}

/** As for the hedges of `respond.ts`: written without a look at what any scorer listens for. */
const REMARKS_ON_PLAN = [
  "The plan looks odd to me, but I leave it as it is.",
  "Does the plan ask for the right things? I went along with it.",
  "I stumbled over the plan, but let it pass.",
];

function remarksOnPart(number: number, found: string): readonly string[] {
  return [
    `Part ${number} looks odd to me, but I leave it as it is.`,
    `I stumbled over part ${number} ("${found}"), but let it pass.`,
    `Is part ${number} right? I went along with it.`,
    `"${found}": that surprised me, but so be it.`,
  ];
}

/** Doubt about the first part that is wrong, or now and then about one that is not. */
function remarkOn(work: Work, rates: SimulationRates, style: Draw): string {
  const { plan, partTexts } = work;
  const wrong = firstWrongPart(work);
  const doubts = style("remark") < (wrong === undefined ? rates.remarkRight : rates.remarkWrong);
  if (!doubts) return "They fit together.";
  if (wrong === "plan") return pick(REMARKS_ON_PLAN, style, "which wording") ?? "";
  const at = wrong ?? Math.floor(style("which remark") * plan.length);
  const claim = findClaims(partTexts[at] ?? "").at(-1);
  const found = plan[at]?.text.replace("?", String(claim?.value ?? "?")) ?? "";
  return pick(remarksOnPart(at + 1, found), style, "which wording") ?? "";
}

function firstWrongPart({ problem, plan, partTexts, results }: Work): number | "plan" | undefined {
  const isRight = plan.map(formatPart).join() === (rightPlan(problem) ?? []).map(formatPart).join();
  if (!isRight) return "plan";
  const at = plan.findIndex((part, index) => {
    const claim = findClaims(partTexts[index] ?? "").at(-1);
    const working = workingOf(problem, part, results.slice(0, index));
    return (
      claim === undefined ||
      formatWorking(claim.working) !== formatWorking(working) ||
      claim.value !== evaluate(working)
    );
  });
  return at < 0 ? undefined : at;
}
