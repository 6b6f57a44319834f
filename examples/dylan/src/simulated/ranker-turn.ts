import {
  type Heard,
  ranked,
  type SimulationRates,
  type Solution,
  type Draw,
  type Turn,
} from "@langgraph-rollback/example-simulation";

/** Agents that continue after a ranking. */
const BEST = 2;

/** The ranker puts solutions last that it doubts; it errs by turning the order round, where other answers come first then. */
export function rankerTurn(
  heard: readonly (Heard & { readonly solution: Solution })[],
  rates: SimulationRates,
  style: Draw,
): Turn {
  const order = ranked(
    heard.map(({ solution }) => solution),
    rates,
    style,
  );
  const say = (solutions: readonly Solution[]): string => {
    const names = solutions.flatMap((one) => heard.find(({ solution }) => solution === one)?.from ?? []);
    return `RANKING: ${names.join(", ")}`;
  };
  const answersOf = (solutions: readonly Solution[]): string =>
    solutions
      .slice(0, BEST)
      .map(({ answer }) => answer)
      .join();
  const turned = order.toReversed();
  return {
    key: "ranking",
    right: say(order),
    mistaken(kind) {
      if (kind !== "wrong operand" || answersOf(turned) === answersOf(order)) return undefined;
      return { kind, content: say(turned), isIn: (text) => text.includes(say(turned)) };
    },
  };
}
