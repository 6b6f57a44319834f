import { Option } from "commander";

/** Of every command that writes files. */
export function forceOption(): Option {
  return new Option("--force", "overwrite files that exist; never what the command reads");
}
