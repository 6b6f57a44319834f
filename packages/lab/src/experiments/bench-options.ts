import { parseArgs } from "node:util";

import { type Price, parsePrice } from "../asking/parse-price.ts";
import { UsageError } from "../errors/index.ts";
import { SYSTEM_NAMES } from "../systems/systems.ts";
import type { Experiment } from "./experiment.ts";
import { EXPERIMENTS } from "./experiments.ts";
import type { ModelCommand } from "./rollback/model-command.ts";

/** The command line of `npm run bench`. */
export interface BenchOptions {
  readonly isHelp: boolean;
  /** Experiments that were named. */
  readonly chosen: readonly Experiment[];
  readonly isQuick: boolean;
  readonly isWritten: boolean;
  /** Print what is kept, and measure nothing. */
  readonly isKept: boolean;
  readonly seed: number;
  readonly data: string | undefined;
  readonly runs: number | undefined;
  /** A real model to ask. */
  readonly model?: ModelCommand;
}

/** The experiment that a real model can be asked in. */
const WITH_MODEL = "rollback";
const RUNS = 20;
const LEARN_FROM = 20;
const MAX_TOKENS = 1024;
const TIMEOUT = 120;

const OPTIONS = {
  help: { type: "boolean", short: "h", default: false },
  quick: { type: "boolean", default: false },
  write: { type: "boolean", default: false },
  kept: { type: "boolean", default: false },
  seed: { type: "string", default: "1" },
  data: { type: "string" },
  runs: { type: "string" },
  model: { type: "string" },
  "base-url": { type: "string" },
  price: { type: "string" },
  budget: { type: "string" },
  out: { type: "string" },
  estimate: { type: "boolean", default: false },
  systems: { type: "string" },
  "learn-from": { type: "string" },
  "max-tokens": { type: "string" },
  timeout: { type: "string" },
} as const;

/** Options that make no sense without a model. */
const OF_MODEL = [
  "base-url",
  "price",
  "budget",
  "out",
  "systems",
  "learn-from",
  "max-tokens",
  "timeout",
] as const;

/** The help text. */
export const USAGE = `Measures langgraph-rollback by experiments.

  npm run bench -- NAME [options]
  npm run bench -- all --quick
  npm run bench -- rollback --model openai:gpt-4o-mini --price 0.15:0.6 --estimate

Experiments:
${EXPERIMENTS.map(({ name, question }) => `  ${name.padEnd(14)} ${question}`).join("\n")}
  ${"all".padEnd(14)} all of them

Options:
  --quick           the short form, which shows whether the claims still hold
  --kept            print what was measured and kept, and measure nothing
  --write           keep the figures, and put the short table into its page
  --seed N          decides every draw (default 1)
  --runs N          failed runs to try in each setting (default: the experiment's own; ${RUNS} with --model)
  --data FOLDER     labelled data that the repository does not have
  --help            show this

A real model, in ${WITH_MODEL} alone:
  --model NAME      ask this model, NAME or openai:NAME, at OPENAI_BASE_URL or with OPENAI_API_KEY
  --base-url URL    an endpoint that speaks OpenAI's protocol, in place of OPENAI_BASE_URL
  --price IN:OUT    dollars for a million tokens, as in 0.15:0.6; without it no model is asked
  --budget USD      dollars that the file may cost, reserved before each call
  --out FILE        keeps every answer and result; the same command continues from it
  --estimate        say what it would cost, and ask nothing
  --systems NAMES   of ${SYSTEM_NAMES.join(",")} (default all)
  --learn-from N    failed runs that fit the scorer, and as many that calibrate (default ${LEARN_FROM})
  --max-tokens N    where an answer is cut off (default ${MAX_TOKENS})
  --timeout S       seconds that a call may take (default ${TIMEOUT})
`;

/** Reads the command line. @throws {UsageError} that names the option which cannot be */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { positionals, values } = parsed(args);
  const [name = "", ...more] = positionals;
  const chosen = name === "all" ? EXPERIMENTS : EXPERIMENTS.filter((each) => each.name === name);
  if (!values.help && (chosen.length === 0 || more.length > 0))
    throw new UsageError(
      `Expected the name of one experiment, or "all", got ${positionals.join(" ") || "nothing"}.`,
    );
  const model = modelCommand(name, values);
  return {
    isHelp: values.help,
    chosen,
    isQuick: values.quick,
    isWritten: values.write,
    isKept: values.kept,
    seed: whole("seed", values.seed, 0),
    data: values.data,
    runs: values.runs === undefined ? undefined : whole("runs", values.runs, 1),
    ...(model === undefined ? {} : { model }),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(". To specify");
    throw new UsageError(`${sentence}.`.replace("..", "."), { cause: error });
  }
}

type Values = ReturnType<typeof parsed>["values"];

function modelCommand(name: string, values: Values): ModelCommand | undefined {
  const { budget, estimate, model, out, price, runs, seed } = values;
  if (model === undefined) {
    const lost = [
      ...OF_MODEL.filter((each) => values[each] !== undefined),
      ...(estimate ? ["estimate"] : []),
    ];
    if (lost.length > 0) throw new UsageError(`\`--${lost[0] ?? ""}\` needs \`--model\`.`);
    return undefined;
  }
  if (name !== WITH_MODEL && !values.help)
    throw new UsageError(`\`--model\` goes with ${WITH_MODEL} alone: no other experiment asks a real model.`);
  if (values.quick || values.kept || values.write)
    throw new UsageError("`--model` goes without `--quick`, `--kept` and `--write`.");
  const baseURL = values["base-url"];
  return {
    model,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(price === undefined ? {} : { price: priceIn(price) }),
    ...(budget === undefined ? {} : { budget: amount("budget", budget) }),
    ...(out === undefined ? {} : { out }),
    isEstimate: estimate,
    maxTokens: whole("max-tokens", values["max-tokens"] ?? String(MAX_TOKENS), 1),
    timeout: amount("timeout", values.timeout ?? String(TIMEOUT)),
    extent: {
      systems: systemsIn(values.systems),
      seed: whole("seed", seed, 0),
      runs: whole("runs", runs ?? String(RUNS), 1),
      learnFrom: whole("learn-from", values["learn-from"] ?? String(LEARN_FROM), LEAST_LEARNT),
    },
  };
}

/** Fewer failures calibrate nothing at the miss rate of the experiment. */
const LEAST_LEARNT = 4;

function systemsIn(text: string | undefined): readonly string[] {
  if (text === undefined) return SYSTEM_NAMES;
  const names = text.split(",").map((each) => each.trim());
  const unknown = names.find((each) => !SYSTEM_NAMES.includes(each));
  if (unknown === undefined) return SYSTEM_NAMES.filter((each) => names.includes(each));
  throw new UsageError(`Expected \`--systems\` to be of ${SYSTEM_NAMES.join(",")}, got "${unknown}".`);
}

function priceIn(text: string): Price {
  const price = parsePrice(text);
  if (price !== undefined) return price;
  throw new UsageError(`Expected \`--price\` to be two numbers as in 0.15:0.6, got "${text}".`);
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && Number.isSafeInteger(value)) return value;
  throw new UsageError(`Expected \`--${name}\` to be a whole number of ${least} or more, got "${text}".`);
}

function amount(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`Expected \`--${name}\` to be a number above 0, got "${text}".`);
}
