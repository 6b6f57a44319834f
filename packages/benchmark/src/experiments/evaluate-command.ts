import { type Output, runCommandLine } from "@langgraph-rollback/cli";

const silent = { advance() {}, done() {}, fail() {} };

/**
 * Runs `langgraph-rollback evaluate`, as users do.
 *
 * @param args what follows `evaluate`; `--json` is added
 * @returns its figures as JSON
 * @throws {Error} with what the command says, if it fails
 */
export async function runEvaluate(args: readonly string[]): Promise<string> {
  const [printed, errors]: [string[], string[]] = [[], []];
  const output: Output = {
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
    startProgress: () => silent,
  };
  const code = await runCommandLine(["evaluate", ...args, "--json"], output);
  if (code !== 0)
    throw new Error(
      `Expected \`evaluate ${args.join(" ")}\` to end with 0, got ${code}: ${errors.join("; ")}`,
    );
  return printed.join("\n");
}
