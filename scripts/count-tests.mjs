// Prints the one line that CI reads, from vitest's JSON report; fails when a test failed or when none ran.
import { existsSync, readFileSync } from "node:fs";

const [file = ""] = process.argv.slice(2);
const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { testResults: [] };

const count = (...statuses) =>
  report.testResults.flatMap((each) => each.assertionResults).filter((each) => statuses.includes(each.status))
    .length;

/** A file that could not be loaded has no test to fail, so it counts as one itself. */
const broken = report.testResults.filter(
  (each) => each.status === "failed" && each.assertionResults.length === 0,
);

const passed = count("passed");
const failed = count("failed") + broken.length;
const skipped = count("skipped", "pending", "todo", "disabled");
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;
