import { type Draw, pick } from "../mistakes/seeded-draw.ts";
import type { SimulationRates } from "../mistakes/simulation-rates.ts";

/** Ways to sound unsure, as people and models do; written without a look at what any scorer listens for. */
const HEDGES = [
  "Hm, this one is tricky. ",
  "If I read the problem correctly: ",
  "As far as I can tell, this is how it goes. ",
  "I would not bet on this. ",
  "It seems to me that this is it. ",
  "I had to guess a little here. ",
  "Somebody should look at this again. ",
  "Not quite certain about this one. ",
];

/** A message that sounds unsure now and then, more often if it is wrong. */
export function hedged(content: string, isWrong: boolean, rates: SimulationRates, style: Draw): string {
  const hedges = style("hedge") < (isWrong ? rates.hedgeWrong : rates.hedgeRight);
  return `${hedges ? (pick(HEDGES, style, "which hedge") ?? "") : ""}${content}`;
}
