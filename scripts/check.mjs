// `npm run check`: all checks of the code that do not run it. All parts run, so one look shows all.
import { checkLayers } from "./check-layers.mjs";
import { runBin } from "./processes.mjs";

const parts = {
  format: () => runBin("oxfmt", "oxfmt", ["--check"]),
  // Before lint, which reads the types of one package from another's declarations.
  build: () => runBin("typescript", "tsc", ["-b"]),
  lint: () => runBin("oxlint", "oxlint", ["--type-aware", "--deny-warnings"]),
  types: () => runBin("typescript", "tsc", ["-p", "tsconfig.check.json"]),
  "types of the page": async () => (await typesOf("page")) || typesOf("page/tsconfig.test.json"),
  imports: checkLayers,
  "lists as arguments": spreads,
  "unused code and dependencies": () => runBin("knip", "knip", []),
  "functions of conformal without a caller": unreached,
  "exported names": exportedNames,
};

function typesOf(project) {
  return runBin("typescript", "tsc", ["-p", `packages/inspector/${project}`]);
}

/** Loaded late, as the next: what they import may not be installed yet when a command of this repository starts. */
async function spreads() {
  const { checkSpreads } = await import("./check-spreads.mjs");
  return checkSpreads();
}

async function unreached() {
  const { listUnreached } = await import("./unreached.mjs");
  return listUnreached();
}

async function exportedNames() {
  const { countExportedNames } = await import("./exported-names.mjs");
  return countExportedNames();
}

/** Resolves to an exit code. */
export async function checkAll() {
  const failed = [];
  for (const [name, part] of Object.entries(parts)) {
    console.log(`\n== ${name}`);
    if ((await part()) !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
}
