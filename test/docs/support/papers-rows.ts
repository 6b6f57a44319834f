/** Beginnings of rows that a command prints, checked by hand. */
export interface PrintedRows {
  readonly command: string;
  /** Group of the table that has the rows; absent for the whole output. */
  readonly part?: "hand-crafted" | "algorithm-generated";
  readonly rows: readonly string[];
}

const HAND = "hand-crafted";
const GENERATED = "algorithm-generated";

// Without the answer, of two hand-crafted traces one is blamed right and one a step late on the same agent: 1.000 0.500 1.000. With it both are right.
const hand = (method: string): readonly string[] => [
  `${method} 1.000 0.500 1.000`,
  `${method} +G 1.000 1.000 1.000`,
];
// Of two generated traces one is blamed right and one on another agent three steps late, with the answer or without.
const generated = (method: string): readonly string[] => [
  `${method} 0.500 0.500 0.500`,
  `${method} +G 0.500 0.500 0.500`,
];

/** Rows by command, in the order of docs/papers.md. */
export const PRINTED: readonly PrintedRows[] = [
  { command: "who-and-when", rows: ["Read 4 trajectories, 4 of them labelled, 0 of them right."] },
  { command: "reasoneval", rows: ["Read 2 trajectories, 1 of them labelled, 1 of them right."] },
  {
    command: "judges",
    part: HAND,
    rows: [
      // The agent to blame acts in two of four steps; of four steps one decides, and three lie within a step of it.
      "chance 0.500 0.250 0.750",
      ...["all-at-once", "step-by-step", "binary-search", "hybrid"].flatMap(hand),
      "all-at-once 1.0",
      // Steps are asked about up to the blamed one: the second and the third, told the answer the second twice.
      "step-by-step 2.5",
      "step-by-step +G 2.0",
      // Four steps are halved twice.
      "binary-search 2.0",
      // One question about the whole, then the steps of the agent that it blames, as step-by-step asks: one or two of WebSurfer's.
      "hybrid 2.5",
      "hybrid +G 2.0",
    ],
  },
  {
    command: "judges",
    part: GENERATED,
    rows: [
      // The agents to blame act in two and in one of four steps; three and two steps lie within a step of the decisive one.
      "chance 0.375 0.250 0.625",
      ...["all-at-once", "step-by-step", "binary-search", "hybrid"].flatMap(generated),
      // Two steps and four.
      "step-by-step 3.0",
      // One of Solver's steps, or both.
      "hybrid 2.5",
    ],
  },
  {
    command: "breakdown",
    rows: [
      // All four traces have four steps; the blamed one lies 0, 1, 0 and 3 steps late.
      '"from": 3, "to": 4, "n": 4, "agent": 0.75, "step": 0.5',
      '"distance": 0, "n": 2 }, { "distance": 1, "n": 1 }, { "distance": 3, "n": 1',
      '"agent": "WebSurfer", "toBlame": 2, "blamed": 2, "right": 2',
      '"agent": "Solver", "toBlame": 1, "blamed": 2, "right": 1',
      '"agent": "Planner", "toBlame": 1, "blamed": 0, "right": 0',
      // Both generated traces have as many tokens; of the hand-crafted ones the one with a token more is judged right.
      '"from": 476, "to": 476, "n": 2, "agent": 0.5, "step": 0.5 }, { "from": 485, "to": 485, "n": 1, "agent": 1, "step": 0 }, { "from": 486, "to": 486, "n": 1, "agent": 1, "step": 1',
    ],
  },
  // Three analysts on the agent and three on the step.
  { command: "decoupled", part: HAND, rows: [...hand("echo"), "echo 6.0", "echo +G 6.0"] },
  { command: "decoupled", part: GENERATED, rows: [...generated("echo"), "echo 6.0", "echo +G 6.0"] },
  { command: "unified", part: HAND, rows: [...hand("echo"), "echo 3.0", "echo +G 3.0"] },
  { command: "unified", part: GENERATED, rows: [...generated("echo"), "echo 3.0", "echo +G 3.0"] },
  // One more call extracts what is passed on.
  { command: "extraction", rows: ["echo +G 1.000 1.000 1.000", "echo +G 7.0"] },
  { command: "six analysts", rows: ["echo +G 1.000 1.000 1.000", "echo +G 12.0"] },
  // Subtasks, agents and data, causes, oracles, backtracking, screening.
  { command: "chief", part: HAND, rows: [...hand("chief"), "chief 6.0", "chief +G 6.0"] },
  { command: "chief", part: GENERATED, rows: [...generated("chief"), "chief 6.0", "chief +G 6.0"] },
  {
    command: "tokens",
    part: HAND,
    rows: ["all-at-once 1.0", "step-by-step 4.0", "binary-search 2.0", "echo 3.0", "chief 6.0"],
  },
  {
    command: "rules",
    rows: [
      '"agent": "WebSurfer", "toBlame": 2',
      '"agent": "Solver", "toBlame": 1',
      '"agent": "Planner", "toBlame": 1',
      // The second of the steps decides in three traces, the first one in one.
      '"steps": [ { "step": 1, "toBlame": 3',
      '"step": 0, "toBlame": 1',
    ],
  },
  {
    command: "raffles",
    part: HAND,
    rows: [
      "tool-caller 1.000 0.500 1.000",
      "raffles 1.000 0.500 1.000",
      // It plans, inspects and concludes.
      "tool-caller 3.0",
      // A judge and three evaluators, each 95 sure; with the rule's 100 that is 385, above 350.
      "raffles 4.0",
    ],
  },
  {
    command: "raffles",
    part: GENERATED,
    rows: ["tool-caller 0.500 0.500 0.500", "raffles 0.500 0.500 0.500"],
  },
  // The sum of 385 ends each search after one round, whose candidate is the blamed step.
  {
    command: "five rounds",
    rows: [
      '"round": 1, "n": 4, "step": 0.5, "steps": [ { "step": 1, "toBlame": 3, "blamed": 2 }, { "step": 0, "toBlame": 1, "blamed": 0 }, { "step": 2, "toBlame": 0, "blamed": 1 }, { "step": 3, "toBlame": 0, "blamed": 1 }',
    ],
  },
  // Solution accuracy and F1, step accuracy and F1: both solutions are judged right. Finding no fault: one of two solutions is right,
  // F1 2/3 and 0; two right steps of two are found and one wrong one is not, F1 4/5 and 0.
  {
    command: "solutions",
    rows: [
      "all right 1 1 0.500 0.333 0.500 0.400",
      "raffles-reasoning 1 1 1.000 1.000 1.000 1.000",
      // Fault and primacy, each 95, and the rule's 100: 295 is above 262.5.
      "raffles-reasoning 3.0",
    ],
  },
  {
    command: "judge alone",
    rows: ["raffles-reasoning 1 1 1.000 1.000 1.000 1.000", "raffles-reasoning 1.0"],
  },
  {
    command: "scorers",
    rows: [
      "naive-judge +G 1.000 1.000 1.000",
      "role-prompted +G 1.000 1.000 1.000",
      // One question a step; one summary, then four roles a step.
      "naive-judge +G 4.0",
      "role-prompted +G 17.0",
      // The third of four steps scores .9, the others .1. The blamed step alone; from it on; up to it; and from both sides the second
      // step, too, whose larger side (.1 + .9 + .1) is as heavy as that of the third.
      "vanilla-raw Coverage Removed Rollback cov. Redo cost naive-judge +G 1.000±0.000 0.750±0.000",
      "crsvp-raw Coverage Removed Rollback cov. Redo cost naive-judge +G 1.000±0.000 0.750±0.000",
      "left Coverage Removed Rollback cov. Redo cost naive-judge +G 1.000±0.000 0.500±0.000",
      "right Coverage Removed Rollback cov. Redo cost naive-judge +G 1.000±0.000 0.250±0.000",
      "two-way Coverage Removed Rollback cov. Redo cost naive-judge +G 1.000±0.000 0.500±0.000",
    ],
  },
  // The largest score up to a step is .9 for the third and the fourth, which enters later, as it comes later.
  {
    command: "aggregation",
    rows: ["right Coverage Removed Rollback cov. Redo cost naive-judge +G 1.000±0.000 0.250±0.000"],
  },
  // A scorer that knows nothing: up to a step weighs 1/4 a step. Scores from the right stop one step after the set's first.
  {
    command: "positions",
    rows: [
      "left 1.000±0.000 0.500±0.000 1.000±0.000 0.500±0.000 3.00±0.00",
      "right 1.000±0.000 0.250±0.000 1.000±0.000 1.000±0.000 4.00±0.00",
      "two-way 1.000±0.000 0.500±0.000 1.000±0.000 0.750±0.000 4.00±0.00",
    ],
  },
  // Kept figures, as docs/benchmarks.md has them; the paper's stand beside.
  {
    command: "coverage",
    rows: ["| left dense | constant | .519 | paper, naive |", "| `left` | .05 | .07 | .10 / .24 |"],
  },
  { command: "calls", rows: ["| `left` | 8.35 ± .03 | 7.50 |", "| `right` | 3.75 ± .04 | 3.08 |"] },
  { command: "rollback", rows: ["| MacNet, left | VCP at 0.1 | .97 ± .01, 1.00 ± .00 |"] },
  // A failed run stays failed, and a restart begins before any mistake: the exact intervals of 0 and 2 of 2.
  {
    command: "rollback model",
    rows: [
      "| team, no rollback | 2 | | .00 (.00 to .84) | 0 |",
      "| team, restart | 2 | 1.00 (.16 to 1.00) |",
    ],
  },
];

/** The rows as docs/papers.md has them. */
export function printedAsMarkdown(): string {
  return PRINTED.map(({ command, part, rows }) => {
    const where = part === undefined ? "" : `, ${part}`;
    return [`- \`${command}\`${where}:`, ...rows.map((row) => `  - ${asCode(row)}`)].join("\n");
  }).join("\n");
}

function asCode(row: string): string {
  const mark = row.includes("`") ? "``" : "`";
  return `${mark}${row}${mark}`;
}
