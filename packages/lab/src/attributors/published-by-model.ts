import type { PublishedFigure } from "./published-figure.ts";

const RAFFLES_8 = "arXiv:2509.06822, tables 1 and 8";
const CHIEF_3 = "arXiv:2602.23701, table 3";

type Row = readonly [step: number, agent: number];
/** The generated part, then the hand-crafted one, as the table has them. */
type Both = readonly [generated: Row, hand: Row];

/** RAFFLES, table 8, without the right answer. Its "Chat-LLM" is asked about the whole trace at once. */
const RAFFLES_ROWS: Readonly<Record<string, Readonly<Record<string, Both>>>> = {
  "Claude Sonnet 4": {
    "all-at-once": [
      [29.37, 62.7],
      [3.45, 60.34],
    ],
    "step-by-step": [
      [30.16, 38.89],
      [12.07, 27.59],
    ],
    "binary-search": [
      [33.33, 52.38],
      [20.69, 51.72],
    ],
    "tool-caller": [
      [30.95, 41.27],
      [18.97, 51.72],
    ],
    raffles: [
      [51.59, 67.46],
      [22.41, 60.34],
    ],
  },
  "Llama 3.3 70B": {
    "all-at-once": [
      [19.05, 55.56],
      [6.9, 63.79],
    ],
    "step-by-step": [
      [6.35, 23.02],
      [3.45, 17.24],
    ],
    "binary-search": [
      [4.76, 32.54],
      [10.34, 53.45],
    ],
    "tool-caller": [
      [33.33, 46.03],
      [13.56, 50.85],
    ],
    raffles: [
      [43.65, 61.9],
      [20.69, 60.34],
    ],
  },
  "Llama 3.1 8B": {
    "all-at-once": [
      [15.08, 53.97],
      [6.9, 62.07],
    ],
    "step-by-step": [
      [16.67, 46.03],
      [0, 29.31],
    ],
    "binary-search": [
      [7.14, 23.81],
      [5.17, 50],
    ],
    "tool-caller": [
      [19.05, 45.24],
      [18.97, 53.45],
    ],
    raffles: [
      [34.92, 50],
      [25.86, 58.62],
    ],
  },
  "Mixtral 8x22B": {
    "all-at-once": [
      [20.63, 35.71],
      [1.75, 52.63],
    ],
    "step-by-step": [
      [10.32, 28.57],
      [0, 3.45],
    ],
    "binary-search": [
      [0.79, 33.33],
      [10.34, 53.45],
    ],
    "tool-caller": [
      [17.46, 31.75],
      [7.02, 38.6],
    ],
    raffles: [
      [29.37, 47.62],
      [15.79, 38.6],
    ],
  },
  "gpt-oss-20b": {
    "all-at-once": [
      [14.29, 63.49],
      [3.45, 25.86],
    ],
    "step-by-step": [
      [19.84, 34.92],
      [22.41, 58.62],
    ],
    "binary-search": [
      [15.08, 38.89],
      [15.52, 53.45],
    ],
    "tool-caller": [
      [29.37, 41.27],
      [17.24, 39.66],
    ],
    raffles: [
      [44.44, 58.73],
      [22.41, 53.45],
    ],
  },
};

/** CHIEF, table 3, with the right answer; its DeepSeek row is that of table 1. */
const CHIEF_ROWS: Readonly<Record<string, Both>> = {
  "Qwen3-235B-A22B": [
    [32.53, 69.04],
    [22.41, 63.79],
  ],
  "Kimi-k2-0905": [
    [42.06, 68.25],
    [24.13, 67.24],
  ],
  "GPT-5.2": [
    [43.65, 66.67],
    [24.13, 68.96],
  ],
  "Claude 4.5 Sonnet": [
    [51.58, 63.49],
    [27.58, 68.96],
  ],
  "Gemini-3-Flash": [
    [50.79, 69.84],
    [29.31, 70.68],
  ],
};

/** Figures of the tables that compare language models. Read off on 2026-11-28. */
export const PUBLISHED_BY_MODEL: readonly PublishedFigure[] = [
  ...Object.entries(RAFFLES_ROWS).flatMap(([model, methods]) =>
    Object.entries(methods).flatMap(([method, both]) =>
      figures(both, { method, truth: "without", model, source: RAFFLES_8 }),
    ),
  ),
  ...Object.entries(CHIEF_ROWS).flatMap(([model, both]) =>
    figures(both, { method: "chief", truth: "with", model, source: CHIEF_3 }),
  ),
];

function figures(
  [generated, hand]: Both,
  rest: Pick<PublishedFigure, "method" | "model" | "source" | "truth">,
): readonly PublishedFigure[] {
  return [
    { ...rest, part: "hand-crafted", step: hand[0], agent: hand[1] },
    { ...rest, part: "algorithm-generated", step: generated[0], agent: generated[1] },
  ];
}
