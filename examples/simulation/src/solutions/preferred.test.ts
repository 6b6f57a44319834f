import { expect, test } from "vitest";
import { seededDraw } from "../mistakes/seeded-draw.ts";
import { DEFAULT_RATES } from "../mistakes/simulation-rates.ts";
import { preferred, ranked } from "./preferred.ts";
import { readSolution } from "./solution.ts";

const problem = { id: "p", question: "How much?", answer: 6, chain: [] };
const solutions = (...answers: readonly number[]) =>
  answers.map((answer) => readSolution(problem, `ANSWER: ${answer}`));
const draw = seededDraw("preferred");
const noDoubts = { ...DEFAULT_RATES, remarkWrong: 0, remarkRight: 0 };
const allDoubts = { ...DEFAULT_RATES, remarkWrong: 1, remarkRight: 0 };

test("a reader of solutions that agree continues with the first, right or wrong", () => {
  expect(preferred(solutions(7, 7), allDoubts, draw)?.answer).toBe(7);
  expect(preferred([], noDoubts, draw)).toBeUndefined();
});

test("a reader without doubts takes the commonest answer", () => {
  expect(preferred(solutions(6, 7, 7), noDoubts, draw)?.answer).toBe(7);
});

test("a reader who doubts what is wrong takes what is right", () => {
  expect(preferred(solutions(7, 7, 6), allDoubts, draw)?.answer).toBe(6);
});

test("draws decide between answers that are equally common", () => {
  const taken = Array.from(
    { length: 50 },
    (_, seed) => preferred(solutions(6, 7), noDoubts, seededDraw(seed))?.answer,
  );
  expect(new Set(taken)).toEqual(new Set([6, 7]));
});

test("a ranking puts last what is doubted", () => {
  expect(ranked(solutions(7, 6, 8), allDoubts, draw).map(({ answer }) => answer)).toEqual([6, 7, 8]);
});

test("a reader who is persuaded takes the rarest answer, but none where all agree", () => {
  const persuaded = { ...noDoubts, persuaded: 1 };
  expect(preferred(solutions(6, 6, 7), persuaded, draw)?.answer).toBe(7);
  expect(preferred(solutions(6, 6), persuaded, draw)?.answer).toBe(6);
});
