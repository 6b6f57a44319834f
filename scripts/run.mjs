// The door to every command of this repository: `npm test`, `npm run demo`, `npm run check`, `npm run build` and
// `npm run check:package` come through here, so that each works in a fresh clone with nothing but Node and npm.
import { buildPage } from "./build-page.mjs";
import { checkAll } from "./check.mjs";
import { checkPackages } from "./check-packages.mjs";
import { ensureInstalled } from "./install.mjs";
import { pnpm, requireNode, runBin, runNode } from "./processes.mjs";

const compile = (...projects) => runBin("typescript", "tsc", ["-b", ...projects]);

/** Each gets the arguments after its name and resolves to an exit code. */
const commands = {
  test: (args) => runBin("vitest", "vitest", ["run", ...resultsFile(), ...args]),
  demo: async (args) =>
    (await compile("examples/gsm8k-team")) || runNode("examples/gsm8k-team/dist/main.js", args),
  build: (args) => pnpm(["exec", "turbo", "run", "build", ...args]),
  check: checkAll,
  "check:package": async () => (await compile()) || (await buildPage()) || checkPackages(),
};

/** `.ci/run` counts the tests from this file; the name is a variable so that it can run `npm test` as everybody does. */
function resultsFile() {
  const file = process.env.TEST_RESULTS_FILE;
  return file ? ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`] : [];
}

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
if (!command) {
  console.error(`Expected one of ${Object.keys(commands).join(", ")}, got ${name ?? "nothing"}.`);
  process.exit(2);
}
requireNode(20, 19);
process.env.TURBO_TELEMETRY_DISABLED ??= "1";
process.exitCode = (await ensureInstalled()) || (await command(args));
