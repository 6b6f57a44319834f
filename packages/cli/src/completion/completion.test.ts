import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { SHELLS } from "./completion-scripts.ts";

const { file, folder } = await scratchFolder();

/** Words that may stand in the place of the last one, and whether files may. */
const completed = async (...words: readonly string[]): Promise<readonly string[]> => {
  const { code, out } = await runHere(["complete", "--", ...words]);
  expect(code).toBe(0);
  return out.split("\n").map((line) => line.replace(/\t.*/, ""));
};

describe("completion", () => {
  it.each<readonly [readonly string[], readonly string[]]>([
    [["thr"], ["threads"]],
    [["help", "sh"], ["show"]],
    [["threads", "--st"], ["--status"]],
    [["threads", "--status", "re"], ["recovered"]],
    [["threads", "--status=re"], ["--status=recovered"]],
    [["threads", "runs.sqlite", "--since", ""], [""]],
    [["threads", ""], [":files"]],
    [["show", "--run", "2", "runs.sqlite", ""], [""]],
    [["report", "a.jsonl", "b"], [":files"]],
    [["report", "--format", "s"], ["svg"]],
    [["report", "--out", ""], [":files"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["nothing", "--x"], [""]],
  ])("follows %j with %j", async (words, expected) => {
    expect(await completed(...words)).toEqual(expected);
  });

  it("knows every command that the help names, and no other", async () => {
    const { out } = await runHere(["--help"]);
    const named = [...out.matchAll(/^ {2}([a-z]+) .*?(?:\[|<| {2})/gm)].map(([, name]) => name);
    expect((await completed("")).toSorted()).toEqual(named.toSorted());
  });

  it("works in bash, by the script that it prints", async () => {
    const { out: script } = await runHere(["completion", "bash"]);
    const fake = await file(
      "langgraph-rollback",
      `#!/bin/sh\nshift 2\nprintf 'gave-up\\tgot %s\\n--status=x\\t\\n:files\\n' "$*"\n`,
    );
    chmodSync(fake, 0o755);
    const asked = `${script}
      ask() { COMP_LINE="langgraph-rollback $1"; COMP_POINT=\${#COMP_LINE}; _langgraph_rollback langgraph-rollback; printf '%s,' "\${COMPREPLY[@]}"; echo; }
      ask "threads a b --status g"; ask "threads --status=x"`;
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    const { stdout } = spawnSync("bash", ["-c", asked], { encoding: "utf8", env });
    expect(stdout).toBe("gave-up,--status=x,\ngave-up,x,\n");
  });

  it.each(SHELLS)("prints a script for %s that asks the program", async (shell) => {
    expect((await runHere(["completion", shell])).out).toContain("complete --");
  });

  it("refuses another shell", async () => {
    expect(await runHere(["completion", "cmd"])).toMatchObject({ code: 2 });
  });
});
