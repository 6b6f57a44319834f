import { Option } from "commander";

import { userName } from "../options/user-name.ts";

/** Of every command by which a person acts on a run. */
export interface ActingOptions {
  readonly graph: string;
  readonly by: string;
  readonly why?: string;
}

/** Highest step that may be named. */
export const MOST_STEPS = 1_000_000;

/** Of every such command. */
export function graphOption(): Option {
  return new Option(
    "--graph <module#name>",
    "the agent as `withRollback` gives it, with its checkpointer: a module of yours, which is imported, and its export behind #",
  );
}

/** The person who acts. */
export function byOption(): Option {
  return new Option("--by <name>", "your name, for the history").default(userName(), "your user name");
}

/** Why the person acts. */
export function whyOption(): Option {
  return new Option("--why <text>", "a reason, for the history");
}
