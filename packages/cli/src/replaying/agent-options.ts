import { Option } from "commander";

/** Of every command that replays. */
export function verifyOption(): Option {
  return new Option(
    "--verify <module#name>",
    "judges the replays (default: the graph's own verifier, or the module's `verify`)",
  );
}

/** Of every command that replays. */
export function replayOption(): Option {
  return new Option(
    "--options <module#name>",
    "further options of `replay`, such as answers of tools (default: the module's `replay`, if any)",
  );
}
