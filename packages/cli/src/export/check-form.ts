import { UsageError } from "../errors/usage-error.ts";
import { TEST_OPTIONS } from "../options/test-options.ts";
import type { ExportOptions } from "./run-export-command.ts";
import type { ExportTestOptions } from "./run-export-test.ts";
import type { ExportToOptions } from "./run-export-to.ts";

/** Options of `export` in each of its forms. */
export type FormOptions = {
  /** Default: trajectories. */
  readonly as?: "trajectories" | "test";
} & ExportOptions &
  ExportTestOptions &
  Partial<Pick<ExportToOptions, "to" | "content">>;

/** @throws {UsageError} if an option is given that the form does not have */
export function checkForm(options: FormOptions): void {
  const { as = "trajectories", content, failed, labelled, labels, to } = options;
  if (to !== undefined && options.as !== undefined) throw new UsageError("Give `--to` or `--as`, not both.");
  const form = to === undefined ? `\`--as ${as}\`` : `\`--to ${to}\``;
  const ofTests = TEST_OPTIONS.filter((option) => Reflect.get(options, option.attributeName()) !== undefined)
    .map(({ long }) => `${long}`)
    .filter((long) => to === undefined || long !== "--redact");
  const ofTrajectories = Object.entries({ failed, labels, labelled })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  if (content !== undefined && to !== "otlp")
    throw new UsageError("`--content` needs `--to otlp`: everything else is made of content.");
  const [test, trajectory] = [ofTests[0], ofTrajectories[0]];
  if (trajectory !== undefined && (to !== undefined || as === "test"))
    throw new UsageError(`\`${trajectory}\` does not go with ${form}.`);
  if (test !== undefined && to !== undefined) throw new UsageError(`\`${test}\` does not go with ${form}.`);
  if (test !== undefined && as !== "test") throw new UsageError(`\`${test}\` needs \`--as test\`.`);
}
