import { PUBLISHED_BY_MODEL } from "./published-by-model.ts";
import type { PublishedFigure } from "./published-figure.ts";

const WHO_AND_WHEN = "arXiv:2505.00212";
const ECHO = "arXiv:2510.04886";
const RAFFLES = "arXiv:2509.06822";
const CONFORMAL = "arXiv:2605.06788";
const CHIEF = "arXiv:2602.23701";

type Row = readonly [agent: number, step: number];

/** With and without the right answer, hand-crafted and algorithm-generated, as the papers' main tables have them. */
function mainTable(
  method: string,
  model: string,
  source: string,
  { hand, generated }: Readonly<Record<"hand" | "generated", readonly [withTruth: Row, without: Row]>>,
): readonly PublishedFigure[] {
  const rows = [
    ["hand-crafted", "with", hand[0]],
    ["hand-crafted", "without", hand[1]],
    ["algorithm-generated", "with", generated[0]],
    ["algorithm-generated", "without", generated[1]],
  ] as const;
  return rows.map(([part, truth, [agent, step]]) => ({ method, part, truth, agent, step, model, source }));
}

function tokens(
  method: string,
  hand: number,
  generated: number | undefined,
  source: string,
  truth: "with" | "without" = "with",
): readonly PublishedFigure[] {
  const shared = { method, truth, model: "", source } as const;
  return [
    { ...shared, part: "hand-crafted", tokens: hand },
    ...(generated === undefined
      ? []
      : [{ ...shared, part: "algorithm-generated" as const, tokens: generated }]),
  ];
}

/** Figures that the papers report of methods that are implemented here. Read off their tables on 2026-11-20. */
export const PUBLISHED: readonly PublishedFigure[] = [
  // As printed. Two cells are swapped: 12 is the step of the generated part, 19.06 the agent of the hand-crafted part.
  ...mainTable("random", "none", `${WHO_AND_WHEN}, table 1`, {
    hand: [
      [12, 4.16],
      [12, 4.16],
    ],
    generated: [
      [29.1, 19.06],
      [29.1, 19.06],
    ],
  }),
  ...mainTable("all-at-once", "GPT-4o", `${WHO_AND_WHEN}, table 1`, {
    hand: [
      [55.17, 5.26],
      [53.44, 3.51],
    ],
    generated: [
      [54.33, 12.5],
      [51.12, 13.53],
    ],
  }),
  ...mainTable("step-by-step", "GPT-4o", `${WHO_AND_WHEN}, table 1`, {
    hand: [
      [34.48, 7.02],
      [32.75, 8.77],
    ],
    generated: [
      [35.2, 25.51],
      [26.02, 15.31],
    ],
  }),
  ...mainTable("binary-search", "GPT-4o", `${WHO_AND_WHEN}, table 1`, {
    hand: [
      [51.72, 6.9],
      [36.21, 6.9],
    ],
    generated: [
      [44.13, 23.98],
      [30.11, 16.59],
    ],
  }),
  ...mainTable("echo", "Claude 3.5 Sonnet", `${ECHO}, table 1`, {
    hand: [
      [68.4, 28.1],
      [67.9, 26.8],
    ],
    generated: [
      [68.8, 28.8],
      [67.2, 27.2],
    ],
  }),
  // Figures of `echo` on traces as short as these: agent and step in one round.
  ...(["with", "without"] as const).map((truth): PublishedFigure => ({
    method: "echo",
    part: "algorithm-generated",
    truth,
    agent: truth === "with" ? 65.1 : 63.5,
    step: truth === "with" ? 46.1 : 44.4,
    tokens: truth === "with" ? 12_600 : 12_500,
    model: "Claude 3.5 Sonnet",
    source: `${ECHO}, table 2, one round`,
  })),
  ...mainTable("chief", "DeepSeek-V3.2", `${CHIEF}, table 1`, {
    hand: [
      [77.59, 29.31],
      [72.41, 29.31],
    ],
    generated: [
      [76.8, 52],
      [68.8, 45.6],
    ],
  }),
  {
    method: "hybrid",
    part: "hand-crafted",
    truth: "both",
    agent: 57.02,
    step: 12.28,
    tokens: 149_177,
    model: "GPT-4o",
    source: `${WHO_AND_WHEN}, table 3`,
  },
  ...PUBLISHED_BY_MODEL,
  ...tolerances("all-at-once", [12.07, 19.83, 30.17, 37.07, 43.1]),
  ...tolerances("step-by-step", [14.66, 16.38, 18.1, 31.9, 33.62]),
  ...tolerances("binary-search", [13.79, 18.97, 22.41, 31.89, 36.21]),
  {
    method: "echo",
    part: "hand-crafted",
    truth: "with",
    within: [35.1, 38.6, 42.1, 57.9, 61.4],
    model: "Claude 3.5 Sonnet",
    source: `${ECHO}, table 1`,
  },
  ...rafflesTolerances("all-at-once", {
    hand: [12.07, 20.69, 31.03, 32.76, 44.83],
    generated: [49.21, 64.49, 75.4, 86.51, 90.48],
  }),
  ...rafflesTolerances("raffles", {
    hand: [25.86, 27.59, 29.31, 46.55, 48.28],
    generated: [58.73, 73.81, 82.54, 91.27, 92.86],
  }),
  ...tokens("all-at-once", 17_106, undefined, `${WHO_AND_WHEN}, table 3`),
  ...tokens("step-by-step", 87_720, 6533, `${CHIEF}, table 2`),
  ...tokens("binary-search", 34_659, 5226, `${CHIEF}, table 2`),
  ...tokens("echo", 53_701, 25_642, `${CHIEF}, table 2`),
  // The paper has another figure of the same, in two rounds.
  ...tokens("echo", 33_000, 12_800, `${ECHO}, table 2, two rounds`),
  ...tokens("echo", 32_500, 12_700, `${ECHO}, table 2, two rounds`, "without"),
  ...tokens("chief", 55_085, 19_504, `${CHIEF}, table 2`),
  ...scorers("random", "none", "without", [0.5, 0.118, 11.8]),
  // The prompts of appendix C.3 hold the right answer; that of the naive judge the wrong one, too.
  ...scorers("naive-judge", "gpt-4o-mini", "with", [0.519, 0.128, 11]),
  ...scorers("role-prompted", "gpt-4o-mini", "with", [0.554, 0.161, 16.4]),
  ...scorers("fine-tuned", "Qwen3-1.7B", "unsaid", [0.762, 0.382, 73.1]),
  // Input of one iteration, of which K = 2 makes up to two.
  ...tokens("raffles", 2 * 41_000, 2 * 9800, `${RAFFLES}, appendix D, two iterations`, "without"),
];

function scorers(
  method: string,
  model: string,
  truth: PublishedFigure["truth"],
  [auroc, auprc, step]: readonly [number, number, number],
): readonly PublishedFigure[] {
  const source = `${CONFORMAL}, table 2`;
  return [{ method, part: "MATH and GSM8k", truth, auroc, auprc, step, model, source }];
}

function tolerances(method: string, within: readonly number[]): readonly PublishedFigure[] {
  const source = `${WHO_AND_WHEN}, table 2`;
  return [{ method, part: "hand-crafted", truth: "both", within, model: "GPT-4o", source }];
}

function rafflesTolerances(
  method: string,
  { generated, hand }: Readonly<Record<"hand" | "generated", readonly number[]>>,
): readonly PublishedFigure[] {
  const shared = { method, truth: "without", model: "Llama 3.3 70B", source: `${RAFFLES}, table 3` } as const;
  return [
    { ...shared, part: "hand-crafted", within: hand },
    { ...shared, part: "algorithm-generated", within: generated },
  ];
}

/** Mean number of steps of the traces that the papers measured on: arXiv:2509.06822, section 5.2. */
export const PUBLISHED_STEPS: Readonly<Record<string, number>> = {
  "hand-crafted": 51,
  "algorithm-generated": 9,
};
