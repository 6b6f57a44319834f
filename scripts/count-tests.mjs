// Prints the failed tests and the one line that CI reads, from vitest's JSON reports; fails when a test failed, when none ran, or when a report is missing.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const LONGEST_MESSAGE = 3000;

const files = process.argv.slice(2);
const missing = files.filter((file) => !existsSync(file));
for (const file of missing) console.error(`There is no report ${file}: its tests did not end.`);

const results = files
  .filter((file) => !missing.includes(file))
  .flatMap((file) => JSON.parse(readFileSync(file, "utf8")).testResults);

const count = (...statuses) =>
  results.flatMap((each) => each.assertionResults).filter((each) => statuses.includes(each.status)).length;

/** A file that could not be loaded has no test to fail, so it counts as one itself, as does a missing report. */
const broken = results.filter((each) => each.status === "failed" && each.assertionResults.length === 0);

/** Each failed test once more at the end, where a log that is cut in its middle still has it. */
for (const { name, message, assertionResults } of results) {
  const failed = assertionResults.filter((each) => each.status === "failed");
  for (const { fullName, failureMessages } of failed) tell(name, fullName, failureMessages.join("\n"));
  if (assertionResults.length === 0 && message) tell(name, "could not be loaded", message);
}

const passed = count("passed");
const failed = count("failed") + broken.length + missing.length;
const skipped = count("skipped", "pending", "todo", "disabled");
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

function tell(file, title, message) {
  console.log(`FAILED ${relative(process.cwd(), file)}: ${title}\n${message.slice(0, LONGEST_MESSAGE)}\n`);
}
