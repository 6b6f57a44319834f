import type { ArithmeticClaim } from "../arithmetic/arithmetic-claim.ts";
import { flag, share, type FeatureGroup } from "./feature-group.ts";
import { COMMON_NUMBERS, namedNumbers, readNumbers, type NumberReading } from "./numbers.ts";
import { operatorsMismatch } from "./operator-hints.ts";
import type { StepReading, TrajectoryReading } from "./step-reading.ts";

const NAMES = [
  "claims",
  "firstClaim",
  "lastClaim",
  "wrongClaim",
  "firstWrongClaim",
  "afterWrongClaim",
  "roundedClaim",
  "strangeOperand",
  "firstStrangeOperand",
  "commonOperand",
  "strangeNumber",
  "firstStrangeNumber",
  "contradiction",
  "operatorMismatch",
  "instructionNumberMissing",
  "taskNumberMissing",
  "resultReused",
  "resultIsAnswer",
  "usesWrongResult",
] as const;

type Name = (typeof NAMES)[number];

/** A step, what it computes, and what was known before it. */
interface Computation {
  readonly reading: StepReading;
  readonly numbers: NumberReading;
  readonly before: StepReading | undefined;
  readonly numbersBefore: NumberReading | undefined;
}

/** Numbers and names written up to a step. Only grows. */
interface Ledger {
  readonly known: Set<number>;
  readonly results: Map<string, number>;
  readonly wrongResults: Set<number>;
  readonly found: Set<Name>;
}

/** Whether the sums of a step are right, and where their numbers come from and go to. */
export const arithmeticFeatures: FeatureGroup<Name> = {
  names: NAMES,
  read: (trajectory) => {
    const numbers = trajectory.steps.map(({ text }) => readNumbers(text));
    const ledger = openLedger(trajectory);
    const taskNumbers = [...readNumbers(trajectory.task).written];
    const used = new Set(numbers.flatMap(({ claims }) => claims.flatMap(({ operands }) => operands)));
    const unused = share(taskNumbers.filter((number) => !used.has(number)).length, taskNumbers.length);
    const lastUse = lastUses(numbers);
    const answer = numbers.findLast(({ written }) => written.size > 0)?.written ?? new Set();
    const lastClaim = numbers.findLastIndex(({ claims }) => claims.length > 0);
    const firstClaim = numbers.findIndex(({ claims }) => claims.length > 0);
    return trajectory.steps.map((reading, index) => {
      const here = numbers[index] ?? { claims: [], written: new Set<number>() };
      const { claims } = here;
      const row = {
        ...judged(
          { reading, numbers: here, before: trajectory.steps[index - 1], numbersBefore: numbers[index - 1] },
          ledger,
        ),
        claims: Math.min(claims.length, 3) / 3,
        firstClaim: flag(index === firstClaim),
        lastClaim: flag(index === lastClaim),
        taskNumberMissing: index === lastClaim ? unused : 0,
        resultReused: flag(claims.some(({ stated }) => (lastUse.get(stated) ?? -1) > index)),
        resultIsAnswer: flag(claims.some(({ stated }) => answer.has(stated))),
      };
      enter(here, row, ledger);
      return row;
    });
  },
};

type Judged = Omit<
  Record<Name, number>,
  "claims" | "firstClaim" | "lastClaim" | "taskNumberMissing" | "resultReused" | "resultIsAnswer"
>;

function judged({ before, numbers, numbersBefore, reading }: Computation, ledger: Ledger): Judged {
  const { claims, written } = numbers;
  const { found, known, results, wrongResults } = ledger;
  const computed = new Set(claims.map(({ stated }) => stated));
  const here = new Set(namedNumbers(reading.distinct));
  const isNew = (number: number) => !known.has(number) && !here.has(number) && !computed.has(number);
  const strange = (number: number) => isNew(number) && !COMMON_NUMBERS.has(number);
  const operands = claims.flatMap((claim) => claim.operands);
  const wrong = claims.some(({ verdict }) => verdict === "wrong");
  const strangeOperand = operands.some(strange);
  const strangeNumber = some(written, strange);
  const instructed = [...(numbersBefore?.claims.length === 0 ? numbersBefore.written : [])];
  const operators = claims.flatMap((claim) => claim.operators);
  return {
    wrongClaim: flag(wrong),
    firstWrongClaim: flag(wrong && !found.has("wrongClaim")),
    afterWrongClaim: flag(found.has("wrongClaim")),
    roundedClaim: flag(claims.some(({ verdict }) => verdict === "rounded")),
    strangeOperand: flag(strangeOperand),
    firstStrangeOperand: flag(strangeOperand && !found.has("strangeOperand")),
    commonOperand: flag(operands.some((number) => isNew(number) && COMMON_NUMBERS.has(number))),
    strangeNumber: flag(strangeNumber),
    firstStrangeNumber: flag(strangeNumber && !found.has("strangeNumber")),
    contradiction: flag(claims.some((claim) => contradicts(claim, results))),
    operatorMismatch: flag(operatorsMismatch([before?.distinct ?? [], reading.distinct], operators)),
    instructionNumberMissing:
      claims.length === 0
        ? 0
        : share(instructed.filter((number) => !written.has(number)).length, instructed.length),
    usesWrongResult: flag(operands.some((number) => wrongResults.has(number))),
  };
}

function some(values: Iterable<number>, holds: (value: number) => boolean): boolean {
  for (const value of values) if (holds(value)) return true;
  return false;
}

function contradicts({ expression, stated }: ArithmeticClaim, results: ReadonlyMap<string, number>): boolean {
  const before = results.get(expression);
  return before !== undefined && before !== stated;
}

function openLedger({ task, taskWords }: TrajectoryReading): Ledger {
  const known = new Set<number>();
  for (const number of [...readNumbers(task).written, ...namedNumbers(taskWords)]) learn(number, known);
  return { known, results: new Map(), wrongResults: new Set(), found: new Set() };
}

function enter(
  { claims, written }: NumberReading,
  row: Readonly<Record<Name, number>>,
  ledger: Ledger,
): void {
  for (const number of written) learn(number, ledger.known);
  for (const { expression, stated, verdict } of claims) {
    ledger.results.set(expression, ledger.results.get(expression) ?? stated);
    if (verdict === "wrong") ledger.wrongResults.add(stated);
  }
  for (const name of ["wrongClaim", "strangeOperand", "strangeNumber"] as const)
    if (row[name] > 0) ledger.found.add(name);
}

/** With 20 come 20 % and what that leaves of the whole. */
function learn(number: number, known: Set<number>): void {
  known.add(number);
  if (!(number > 0 && number <= 100)) return;
  known.add(number / 100);
  known.add(100 - number);
  known.add(1 - number / 100);
  known.add(1 + number / 100);
}

function lastUses(numbers: readonly NumberReading[]): ReadonlyMap<number, number> {
  const uses = new Map<number, number>();
  numbers.forEach(({ claims }, index) => {
    for (const { operands } of claims) for (const number of operands) uses.set(number, index);
  });
  return uses;
}
