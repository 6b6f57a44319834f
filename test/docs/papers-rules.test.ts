import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../packages/cli/src/fixtures/run-command.ts";

/** The labelled traces, which are not in this repository: `WHO_AND_WHEN=who-and-when.jsonl npm test test/docs/papers-rules`. */
const data = process.env["WHO_AND_WHEN"];
const missing = data === undefined ? " (skipped: WHO_AND_WHEN names no file)" : "";

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/papers.md"), "utf8");
const written = [
  ...page.matchAll(/^\| `([a-z-]+)`[^|]*\| +(\.\d+) +\| (\.\d+) +\| (\.\d+) +\| (\.\d+) +\|$/gm),
];

describe.skipIf(data === undefined)(`the rules of thumb in docs/papers.md${missing}`, () => {
  it("have the figures that the data gives", async () => {
    const args = ["--data", data ?? "", "--attributor", "random", "--group", "subset"];
    const { out } = await runCommand("evaluate", ...args);
    const [, ...groups] = out.split(/^(?=\S+: \d+ trajectories)/m);
    const rowsOf = (part: string) => {
      const group = groups.find((each) => each.startsWith(`${part}: `)) ?? "";
      return new Map(
        [...group.matchAll(/^(\S+) +0(\.\d+) +0(\.\d+) /gm)].map(([, name, agent, step]) => [
          name,
          [agent, step],
        ]),
      );
    };
    const [hand, generated] = [rowsOf("hand-crafted"), rowsOf("algorithm-generated")];
    expect(written).toHaveLength(5);
    for (const [, name, ...figures] of written)
      expect([name, ...(hand.get(name) ?? []), ...(generated.get(name) ?? [])]).toEqual([name, ...figures]);
  });
});
