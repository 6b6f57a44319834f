// Keeps the READMEs' transcripts of the demos true.
//
//   npm run demo | tee demo.log;  node scripts/transcript.mjs demo.log           checks them (CI does)
//   node scripts/transcript.mjs demo.log --write                                  writes them anew
//   npm run demo -- travel | tee travel.log;  node scripts/transcript.mjs travel.log travel    the same for the other demo
//
// A transcript is the block after <!-- demo-transcript … -->. Its lines are the demo's, in order; "…" stands for lines
// that were left out.
import { readFileSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

const READMES = {
  team: [
    // In the root, what rollback came to, beside its rivals.
    { file: "README.md", from: /^The \d+ runs that failed at first/, to: /^Steps redone: /, leaveOut: /^$/ },
    { file: "examples/gsm8k-team/README.md", from: /^== /, leaveOut: /^ +\d+ of \d+: / },
  ],
  travel: [{ file: "examples/travel-desk/README.md", from: /^A travel desk/, leaveOut: /^Installing / }],
  code: [{ file: "examples/code-desk/README.md", from: /^A code desk/, leaveOut: /^Installing / }],
  macnet: [{ file: "examples/macnet/README.md", from: /^MacNet/, leaveOut: /^Installing / }],
  dylan: [{ file: "examples/dylan/README.md", from: /^DyLAN/, leaveOut: /^Installing / }],
};
const BLOCK = /(<!-- demo-transcript[^>]*-->\s*```text\n)([\s\S]*?)(\n```)/;
/** Paths and npm's own lines differ from machine to machine. */
const LOCAL = /^(Runs with rollback are stored in|The tables are in|Calibration: |> |npm )/;

const [log, ...rest] = process.argv.slice(2);
const flags = rest.filter((word) => word.startsWith("--"));
const [demo = "team"] = rest.filter((word) => !word.startsWith("--"));
if (!Object.hasOwn(READMES, demo))
  throw new Error(`Expected one of ${Object.keys(READMES).join(", ")}, got ${demo}.`);
const output = stripVTControlCharacters(readFileSync(log, "utf8"))
  .split(/\r?\n/)
  .map((line) => line.trimEnd());
let wrong = 0;
for (const readme of READMES[demo]) {
  const text = readFileSync(readme.file, "utf8");
  const [, , block] = BLOCK.exec(text) ?? [];
  if (block === undefined) throw new Error(`${readme.file} has no demo transcript.`);
  if (flags.includes("--write"))
    writeFileSync(
      readme.file,
      text.replace(BLOCK, (_, a, __, z) => a + excerpt(readme) + z),
    );
  else wrong += missing(block, readme.file);
}
process.exitCode = wrong === 0 ? 0 : 1;

function excerpt({ from, to = /^Done\./, leaveOut }) {
  const lines = output.slice(output.findIndex((line) => from.test(line)));
  const end = lines.findLastIndex((line) => to.test(line));
  const kept = lines.slice(0, end).map((line) => (leaveOut.test(line) || LOCAL.test(line) ? "…" : line));
  return kept
    .filter((line, i) => line !== "…" || kept[i - 1] !== "…")
    .join("\n")
    .trimEnd();
}

function missing(block, file) {
  let at = 0;
  for (const line of block.split("\n")) {
    if (line.trim() === "…" || line.trim() === "") continue;
    const found = output.indexOf(line, at);
    if (found === -1) {
      console.error(`${file}: the demo no longer prints, or no longer there:\n  ${line}`);
      return 1;
    }
    at = found + 1;
  }
  return 0;
}
