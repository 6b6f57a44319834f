import { UsageError } from "../errors/usage-error.ts";
import { TEST_OPTIONS } from "../options/test-options.ts";
import type { ExportOptions } from "./run-export-command.ts";
import type { ExportTestOptions } from "./run-export-test.ts";

/** Options of `export` in each of its forms. */
export type FormOptions = { readonly as: "trajectories" | "test" } & ExportOptions & ExportTestOptions;

/** @throws {UsageError} if an option is given that the form does not have */
export function checkForm(options: FormOptions): void {
  const ofTests = TEST_OPTIONS.filter((option) => Reflect.get(options, option.attributeName()) !== undefined);
  const { failed, labelled, labels } = options;
  const ofTrajectories = Object.entries({ failed, labels, labelled }).filter(
    ([, value]) => value !== undefined,
  );
  const [given] =
    options.as === "test" ? ofTrajectories.map(([name]) => `--${name}`) : ofTests.map(({ long }) => long);
  if (given === undefined) return;
  throw new UsageError(
    options.as === "test"
      ? `\`${given}\` does not go with \`--as test\`.`
      : `\`${given}\` needs \`--as test\`.`,
  );
}
