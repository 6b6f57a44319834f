import { parseArgs } from "node:util";
import { DEMO_DEFAULTS, MOST_RUNS } from "./demo-defaults.ts";
import { UsageError } from "./usage-error.ts";

/** Options of the demo. */
export interface DemoOptions {
  /** Fresh runs to work on. */
  readonly problems: number;
  /** Runs to plant faults into. */
  readonly calibrate: number;
  readonly seed: number;
  /** Tolerated miss rate of the prediction sets. */
  readonly alpha: number;
  /** File for the figures. */
  readonly json: string | undefined;
  /** SQLite file, or "memory"; undefined for the demo's own file. */
  readonly db: string | undefined;
}

/** Options of the demo's own command line. */
export interface DemoCommandOptions extends DemoOptions {
  /** Thread of an earlier demo to tell about, instead of running anything. */
  readonly history: string | undefined;
  readonly help: boolean;
}

export const HELP = `Runs a team of agents on GSM8K problems and rolls its failed runs back.

  npm run demo -- [options]

  --problems N     fresh runs to work on (default ${DEMO_DEFAULTS.simulated.problems}; with a real model ${DEMO_DEFAULTS.real.problems})
  --calibrate N    runs to plant faults into, for calibration (default ${DEMO_DEFAULTS.simulated.calibrate}; with a real model ${DEMO_DEFAULTS.real.calibrate}; 0: none)
  --seed N         decides every draw: the same seed prints the same figures (default 1)
  --alpha A        tolerated miss rate of the prediction sets, above 0 and below 1 (default 0.1)
  --json FILE      write the figures to a file as well, which must not exist yet
  --db PATH        SQLite file for the rolled-back runs, which must not exist yet, or "memory"; neither must a
                   calibration beside it
                   (default .demo/gsm8k-team.sqlite in the example's folder, replaced by each run)
  --history ID     tell about one thread of an earlier demo, read from --db, and do nothing else
  --help           show this

OPENAI_API_KEY or OPENAI_BASE_URL (and OPENAI_MODEL) choose a real model; without them the model is simulated.`;

/** Reads the command line; `simulated` decides the defaults. Throws a {@link UsageError} that names the bad option. */
export function readDemoOptions(args: readonly string[], simulated: boolean): DemoCommandOptions {
  const { values } = parse(args);
  const defaults = simulated ? DEMO_DEFAULTS.simulated : DEMO_DEFAULTS.real;
  return {
    problems: wholeNumber("problems", values.problems, 1, MOST_RUNS) ?? defaults.problems,
    calibrate: wholeNumber("calibrate", values.calibrate, 0, MOST_RUNS) ?? defaults.calibrate,
    seed: wholeNumber("seed", values.seed, 0, 1_000_000) ?? DEMO_DEFAULTS.seed,
    alpha: missRate(values.alpha) ?? DEMO_DEFAULTS.alpha,
    json: path("json", values.json),
    db: path("db", values.db),
    history: path("history", values.history),
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        problems: { type: "string" },
        calibrate: { type: "string" },
        seed: { type: "string" },
        alpha: { type: "string" },
        json: { type: "string" },
        db: { type: "string" },
        history: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(
      `Expected \`--${name}\` to be a whole number from ${least} to ${most}, got "${text}".`,
    );
  return value;
}

function missRate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < 1))
    throw new UsageError(`Expected \`--alpha\` to be a number above 0 and below 1, got "${text}".`);
  return value;
}

function path(name: string, text: string | undefined): string | undefined {
  if (text === "") throw new UsageError(`Expected \`--${name}\` to be followed by a name, got "".`);
  return text;
}
