import { numbersIn } from "../problems/arithmetic.ts";
import type { Work } from "./work.ts";
import { mistakenFigure } from "../mistakes/mistaken-figure.ts";
import type { MistakeKind } from "../mistakes/mistake-kind.ts";
import { type Draw, pick } from "../mistakes/seeded-draw.ts";
import type { Turn } from "../mistakes/turn.ts";

/**
 * The answerer reports the checker's figure; it errs by a slip in copying, or by reporting another part's result.
 *
 * @param checked the checker's message; if it has no figure of its own, the figure of the last part counts
 */
export function answererTurn({ results, problem }: Work, checked: string): Turn {
  const final = Number(/Final figure: (\S+)/.exec(checked)?.[1] ?? results.at(-1) ?? 0);
  const say = (figure: number): string => `That settles the question.\nANSWER: ${figure}`;
  return {
    key: "answerer",
    right: say(final),
    mistaken(kind, draw) {
      const figure = wrongFigure(kind, final, [...results, ...numbersIn(problem.question)], draw);
      if (figure === undefined) return undefined;
      return {
        kind,
        content: say(figure),
        isIn: (text) => statesFigure(text, figure),
      };
    },
  };
}

function statesFigure(text: string, figure: number): boolean {
  const [, ...said] = text.split(`ANSWER: ${figure}`);
  return said.some((after) => !/^[\d.]/.test(after));
}

function wrongFigure(
  kind: MistakeKind,
  final: number,
  others: readonly number[],
  draw: Draw,
): number | undefined {
  if (kind === "slip") return mistakenFigure(final, draw);
  if (kind !== "wrong operand") return undefined;
  return pick(
    others.filter((other) => other !== final),
    draw,
    "which figure",
  );
}
