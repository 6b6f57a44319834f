import { type Claim, evaluate, findClaims, formatClaim, numbersIn } from "../problems/arithmetic.ts";
import { workingOf } from "../problems/plan.ts";
import type { Work } from "./work.ts";
import { mistakenClaim } from "../mistakes/mistaken-claim.ts";
import { pick, seededDraw } from "../mistakes/seeded-draw.ts";
import type { Turn } from "../mistakes/turn.ts";

/**
 * The solver works one part out, from the values that stand in the conversation: what was wrong there stays wrong here.
 *
 * @param number of the part, counted from 1
 */
export function solverTurn({ problem, plan, results }: Work, number: number): Turn {
  const part = plan[number - 1];
  if (part === undefined) throw new Error(`The plan has no part ${number}, but ${plan.length} parts.`);
  const working = workingOf(problem, part, results);
  const say = (claim: Claim): string => partText(problem.id, number, part.text, claim);
  return {
    key: `solver ${part.item}`,
    right: say({ working, value: evaluate(working) }),
    mistaken(kind, draw) {
      const claim = mistakenClaim(working, kind, [...numbersIn(problem.question), ...results], draw);
      if (claim === undefined) return undefined;
      return {
        kind,
        content: say(claim),
        isIn: (text) => findClaims(text).some((shown) => isSameMistake(shown, claim, results)),
      };
    },
  };
}

/** Text of a solver about a part, in a wording of this part's own. */
export function partText(problemId: string, number: number, text: string, claim: Claim): string {
  const found = text.replace("?", String(claim.value));
  const wordings = [
    `Part ${number}: ${formatClaim(claim)}. ${found}.`,
    `For part ${number} I take ${formatClaim(claim)}, so: ${found}.`,
    `Part ${number}. ${found}, since ${formatClaim(claim)}.`,
  ];
  return pick(wordings, seededDraw(problemId, number), "wording") ?? formatClaim(claim);
}

/**
 * Whether what was shown went wrong in the same way, even if results of earlier parts have changed since: quantities
 * that come from other parts may differ.
 */
export function isSameMistake(shown: Claim, mistake: Claim, inherited: readonly number[]): boolean {
  const { operands, operators } = mistake.working;
  const sameShape = shown.working.operators.join() === operators.join();
  const sameOperands = operands.every(
    (operand, at) => inherited.includes(operand) || shown.working.operands[at] === operand,
  );
  const slipped = evaluate(mistake.working) !== mistake.value;
  return sameShape && sameOperands && (!slipped || evaluate(shown.working) !== shown.value);
}
