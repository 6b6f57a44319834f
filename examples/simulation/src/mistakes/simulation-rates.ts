/** How the simulated model behaves; all are probabilities. */
export interface SimulationRates {
  /** That a step goes wrong, whenever it is executed afresh. The same for every role. */
  readonly error: number;
  /** That a mistake is made again under a note that does not show it. */
  readonly repeatUnseen: number;
  /** That a mistake is made again although the note shows the wrong step as suspect. */
  readonly repeatShown: number;
  /** That a step that is wrong sounds unsure. */
  readonly hedgeWrong: number;
  /** That a step that is right sounds unsure. */
  readonly hedgeRight: number;
  /** That the checker remarks on the first wrong part before it (and leaves it as it is). */
  readonly remarkWrong: number;
  /** That the checker remarks on a part although all are right. */
  readonly remarkRight: number;
  /** That an agent who reads answers that differ takes up the one that the fewest gave. */
  readonly persuaded: number;
}

export const DEFAULT_RATES: SimulationRates = {
  error: 0.03,
  repeatUnseen: 0.9,
  repeatShown: 0.1,
  hedgeWrong: 0.3,
  hedgeRight: 0.06,
  remarkWrong: 0.4,
  remarkRight: 0.05,
  persuaded: 0,
};
