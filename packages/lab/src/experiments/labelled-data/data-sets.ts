/** The models whose opinions are weighed: one of each family, by the best of its verdicts. */
export const JUDGES = [
  "Gemini-3-Flash-Preview-Thinking",
  "Kimi-K2.5-Thinking",
  "GPT-5.2-Thinking (medium)",
  "DeepSeek-V3.2-Thinking",
  "GPT-5.2-Chat",
];

/** Labelled failures that are not in the repository. */
export interface DataSet {
  readonly name: string;
  readonly file: string;
  /** Splits for scorers that are fitted anew in each; the others take 300. */
  readonly splits: number;
  /** Scorers that it is evaluated with, as columns of tables call them. */
  readonly scorers: readonly string[];
}

const LOCAL = ["constant", "position", "logit"];

export const DATA_SETS: readonly DataSet[] = [
  { name: "Who&When", file: "who-and-when.jsonl", splits: 200, scorers: LOCAL },
  // The only set whose texts quote tool calls, so that the first write is known.
  {
    name: "AgentRx",
    file: "agentrx.jsonl",
    splits: 200,
    scorers: ["constant", "first-write", "position", "logit"],
  },
  { name: "MR-GSM8K", file: "mr-gsm8k.jsonl", splits: 100, scorers: LOCAL },
  { name: "BIG-Bench Mistake", file: "big-bench-mistake.jsonl", splits: 40, scorers: LOCAL },
  { name: "Mr-Ben", file: "mr-ben.jsonl", splits: 40, scorers: LOCAL },
  {
    name: "AgentProcessBench",
    file: "agentprocessbench-marks.jsonl",
    splits: 50,
    scorers: ["position", "ensemble"],
  },
];
