// Records cassettes/failures.cassette.jsonl anew: it runs every method on cassettes/failures.jsonl. A local server that speaks OpenAI's protocol
// simulates the model. Run it when a prompt, a method or the data has changed: `pnpm --filter
// @langgraph-rollback/cli cassette`.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { runCommandLine } from "@langgraph-rollback/cli";
import { simulatedAnswer } from "./simulated-answer.mjs";

const place = (name) => fileURLToPath(new URL(`../cassettes/${name}`, import.meta.url));
const [data, cassette, draft] = ["failures.jsonl", "failures.cassette.jsonl", "draft.jsonl"].map(place);
const why = "answers are drawn from a hash of the question, by no language model";

if (existsSync(draft)) rmSync(draft);
const server = await startOpenaiServer(simulatedAnswer);
try {
  process.exitCode = await runCommandLine(
    // One at a time, so that the order of the file is always the same.
    [
      "evaluate",
      "--attributor",
      "all",
      "--data",
      data,
      "--ground-truth",
      "both",
      "--concurrency",
      "1",
      "--model",
      "simulated",
      "--record",
      draft,
      "--simulated",
      why,
    ],
    {
      print: (text) => process.stdout.write(`${text}\n`),
      printError: (text) => process.stderr.write(`${text}\n`),
      startProgress: () => ({ advance() {}, done() {}, fail() {} }),
    },
    { OPENAI_BASE_URL: server.baseURL },
  );
} finally {
  await server.close();
}
if (process.exitCode === 0) {
  // Times of a simulation mean nothing, and would change the file each time.
  const lines = readFileSync(draft, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const timeless = lines.map((line) => ("latency" in line ? { ...line, latency: 0 } : line));
  writeFileSync(draft, timeless.map((line) => `${JSON.stringify(line)}\n`).join(""));
  renameSync(draft, cassette);
} else rmSync(draft, { force: true });
