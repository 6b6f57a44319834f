import { InvalidArgumentError, Option } from "commander";
import { wholeNumber } from "./parse-numbers.ts";

/** Options of `export --as test`. */
export interface TestOptions {
  readonly attempt?: number;
  /** `./agent.js#graph`. */
  readonly graph?: string;
  readonly verify?: string;
  readonly redact?: string;
  readonly runner?: "vitest" | "node";
  readonly onMiss?: "fail" | "run";
}

/** The same as they are written on the command line. */
export const TEST_OPTIONS: readonly Option[] = [
  new Option("--attempt <number>", "of the thread's latest run (default: 1)").argParser(
    wholeNumber(1, 1_000_000),
  ),
  new Option("--graph <module#name>", "the graph that the test runs"),
  new Option(
    "--verify <module#name>",
    "judges it (default: the graph module's `verify`, else that of the graph's rollback)",
  ),
  new Option(
    "--redact <module#name>",
    "the `record.redact` of the run (default: that of the graph's rollback); with --to, takes out what must not leave",
  ),
  new Option("--runner <name>", "what runs the test (default: vitest)").choices(["vitest", "node"]),
  new Option(
    "--on-miss <what>",
    "where the recording holds no answer: fail, or run the model or the tool (default: fail)",
  ).choices(["fail", "run"]),
];

/** Forms of an export. */
export function formOption(): Option {
  return new Option(
    "--as <form>",
    "trajectories, or test: a test that runs the graph on one run's recorded answers (default: trajectories)",
  ).argParser((text) => {
    if (text === "trajectories" || text === "test") return text;
    throw new InvalidArgumentError(`Expected trajectories or test, got "${text}".`);
  });
}
