import type { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";

/** Options that decide which of the ways to evaluate is meant. */
export interface ModeOptions {
  readonly alarm?: string;
  readonly attributor?: readonly string[];
  readonly estimate?: boolean;
  readonly folds?: number;
  readonly marks?: string;
  readonly verdicts?: true;
}

/** A way to evaluate. */
interface Mode {
  /** Option that asks for it. */
  readonly by: string;
  readonly isAsked: (options: ModeOptions) => boolean;
  /** Attribute names of the options that it reads. */
  readonly reads: ReadonlySet<string>;
}

const SETS = "methods alpha splits aggregation goal delta trim smallSample smallGroups cost";
const ASKED = "data attributor model groundTruth group only limit failuresOnly set";

/** Meant where nothing else is asked for. */
const LOCAL = mode("--scorer", () => true, `scorer data group splitBy cross svg ${SETS}`);

/** The first that is asked for is meant. */
const MODES: readonly Mode[] = [
  mode("--alarm", ({ alarm }) => alarm !== undefined, "alarm splits group splitBy"),
  mode("--verdicts", ({ verdicts }) => verdicts === true, "verdicts marks models splits splitBy"),
  mode("--folds", ({ folds }) => folds !== undefined, "folds data scorer splits group splitBy"),
  mode("--marks", ({ marks }) => marks !== undefined, `marks models data group splitBy cross svg ${SETS}`),
  mode("--estimate", ({ estimate }) => estimate === true, `estimate ${ASKED}`),
  mode(
    "--attributor",
    ({ attributor }) => attributor !== undefined,
    `${ASKED} cassette record simulated findings repeat concurrency price svg ${SETS}`,
  ),
  LOCAL,
];

/** @param reads attribute names with spaces between them, without those that every way reads */
function mode(by: string, isAsked: Mode["isAsked"], reads: string): Mode {
  return { by, isAsked, reads: new Set(`json force seed ${reads}`.split(" ")) };
}

/**
 * Refuses options that are given and would be ignored, as another way to evaluate is asked for.
 *
 * @throws {UsageError} that names such an option, and the ways that read it
 */
export function checkIsRead(command: Command, options: ModeOptions): void {
  const { by, reads } = MODES.find(({ isAsked }) => isAsked(options)) ?? LOCAL;
  for (const option of command.options) {
    const name = option.attributeName();
    if (reads.has(name) || command.getOptionValueSource(name) !== "cli") continue;
    const readers = readersOf(name);
    throw new UsageError(
      `\`evaluate ${by}\` does not read \`${option.long}\`. Leave it out; ${readers.join(", ")} ${readers.length === 1 ? "reads" : "read"} it.`,
    );
  }
}

/** The ways to evaluate that read the option of this attribute name. */
export function readersOf(name: string): readonly string[] {
  return MODES.filter(({ reads }) => reads.has(name)).map(({ by }) => `\`evaluate ${by}\``);
}
