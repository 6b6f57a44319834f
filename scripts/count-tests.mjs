// Prints the failed tests and the one line that CI reads, from vitest's JSON reports; a test of several reports counts once.
// Fails when a test failed, when one was skipped that is not expected to be, when none ran, or when a report is missing.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { expectedSkips } from "./expected-skips.mjs";

const LONGEST_MESSAGE = 3000;
const SKIPPED = ["skipped", "pending", "todo", "disabled"];

const files = process.argv.slice(2);
const missing = files.filter((file) => !existsSync(file));
for (const file of missing) console.error(`There is no report ${file}: its tests did not end.`);

const reports = files
  .filter((file) => !missing.includes(file))
  .map((file) => JSON.parse(readFileSync(file, "utf8")).testResults);
const results = reports.flat();

/** Every test by its file and its name; where one was run twice, its worst outcome. */
const statuses = new Map();
for (const report of reports) {
  const seen = new Map();
  for (const { name, assertionResults } of report)
    for (const { fullName, status } of assertionResults) {
      const title = `${name}: ${fullName}`;
      const nth = (seen.get(title) ?? 0) + 1;
      seen.set(title, nth);
      const test = `${title} ${nth}`;
      if (statuses.get(test) !== "failed") statuses.set(test, status);
    }
}
const count = (...wanted) => [...statuses.values()].filter((status) => wanted.includes(status)).length;

/** A file that could not be loaded has no test to fail, so it counts as one itself, as does a missing report. */
const broken = results.filter((each) => each.status === "failed" && each.assertionResults.length === 0);

/** Each failed test once more at the end, where a log that is cut in its middle still has it. */
for (const { name, message, assertionResults } of results) {
  const failed = assertionResults.filter((each) => each.status === "failed");
  for (const { fullName, failureMessages } of failed) tell(name, fullName, failureMessages.join("\n"));
  if (assertionResults.length === 0 && message) tell(name, "could not be loaded", message);
}

const isExpected = (name, { fullName }) =>
  expectedSkips.some(({ file, test }) => name.endsWith(`/${file}`) && fullName.endsWith(test));
const unexpected = results.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter((each) => SKIPPED.includes(each.status) && !isExpected(name, each))
    .map(({ fullName }) => `${relative(process.cwd(), name)}: ${fullName}`),
);
for (const test of new Set(unexpected))
  console.log(`SKIPPED, which scripts/expected-skips.mjs does not list: ${test}`);

const passed = count("passed");
const failed = count("failed") + broken.length + missing.length;
const skipped = count(...SKIPPED);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = passed > 0 && failed === 0 && unexpected.length === 0 ? 0 : 1;

function tell(file, title, message) {
  console.log(`FAILED ${relative(process.cwd(), file)}: ${title}\n${message.slice(0, LONGEST_MESSAGE)}\n`);
}
