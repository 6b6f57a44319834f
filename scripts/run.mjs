// The door to every command of this repository: `npm test`, `npm run demo`, `npm run inspect`, `npm run check`,
// `npm run build` and `npm run check:package` come through here, so that each works in a fresh clone with nothing but Node and npm.
import { existsSync } from "node:fs";
import path from "node:path";
import { buildPage } from "./build-page.mjs";
import { checkAll } from "./check.mjs";
import { checkPackages } from "./check-packages.mjs";
import { ensureInstalled } from "./install.mjs";
import { pnpm, requireNode, root, runBin, runNode } from "./processes.mjs";

const compile = (...projects) => runBin("typescript", "tsc", ["-b", ...projects]);

const commandLine = "packages/cli/dist/main.js";

/** What the demo has left, unless something else is named first. */
function shown(args) {
  if (args.length > 0 && !args[0].startsWith("-")) return args;
  const left = "examples/gsm8k-team/.demo/gsm8k-team";
  const calibration = `${left}.calibration.json`;
  return [
    `${left}.sqlite`,
    ...(existsSync(path.join(root, calibration)) ? ["--calibration", calibration] : []),
    ...args,
  ];
}

/** Each gets the arguments after its name and resolves to an exit code. */
const commands = {
  test: (args) => runBin("vitest", "vitest", ["run", ...resultsFile(), ...args]),
  demo: async (args) =>
    (await compile("examples/gsm8k-team")) || runNode("examples/gsm8k-team/dist/main.js", args),
  inspect: async (args) =>
    (await compile("packages/cli")) ||
    (await buildPage()) ||
    runNode(commandLine, ["inspect", ...shown(args)]),
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
