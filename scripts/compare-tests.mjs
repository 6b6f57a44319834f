// Compares two of vitest's JSON reports, each of a whole `TEST_RESULTS_FILE=... npm test`: the number of tests by file.
// `node scripts/compare-tests.mjs BEFORE.json AFTER.json [--all]` prints the files in which it differs, or all of them. Fails when a
// file has fewer tests than before, or runs fewer.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: "boolean" } } });
const [before, after] = positionals.map(countsOf);
if (positionals.length !== 2) throw new Error(`Expected two reports, got ${positionals.length}.`);

/** How many tests a report has of each file, and how many of them ran. */
function countsOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return new Map(
    testResults.map(({ name, assertionResults }) => [
      // The reports may be of different work trees.
      /\/((?:packages|examples|test)\/.*)$/.exec(name)?.[1] ?? name,
      {
        tests: assertionResults.length,
        ran: assertionResults.filter(({ status }) => status === "passed" || status === "failed").length,
      },
    ]),
  );
}

const none = { tests: 0, ran: 0 };
const files = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a.localeCompare(b));
const compared = files.map((file) => ({
  file,
  was: before.get(file) ?? none,
  is: after.get(file) ?? none,
}));
const differs = ({ was, is }) => was.tests !== is.tests || was.ran !== is.ran;
const fell = compared.filter(({ was, is }) => is.tests < was.tests || is.ran < was.ran);
const words = ({ tests, ran }) => (tests === ran ? `${tests}` : `${tests} (${ran} ran)`);
for (const each of values.all ? compared : compared.filter(differs))
  console.log(`${words(each.was).padStart(12)} ${words(each.is).padStart(12)}  ${each.file}`);

const sum = (side) =>
  compared.reduce((total, each) => total + each[side].tests, 0) +
  ` tests in ${side === "was" ? before.size : after.size} files`;
console.log(`before: ${sum("was")}; after: ${sum("is")}; fewer in ${fell.length} files`);
process.exitCode = fell.length === 0 ? 0 : 1;
