import { EARLIEST_UNRECOVERED, RIGHT_OR_WRONG } from "@langgraph-rollback/inspector/shared";
import { InvalidArgumentError, Option } from "commander";

/** Of every command that reads labels of decisive steps. */
export function conventionOption(): Option {
  return new Option(
    "--convention <name>",
    "only labels of this convention count; last-recovering-start are those by replay",
  )
    .default(EARLIEST_UNRECOVERED)
    .argParser(parseConvention);
}

function parseConvention(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("Expected the name of a convention, got none.");
  if (text === RIGHT_OR_WRONG)
    throw new InvalidArgumentError(
      `Labels by "${RIGHT_OR_WRONG}" say whether a run is right and name no steps; \`calibrate --verifier\` takes them.`,
    );
  return text;
}
