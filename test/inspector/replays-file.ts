import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { onTestFinished } from "vitest";

const HOSTILE = `<img src=x onerror="globalThis.hacked = true">\u202E`;

/** A file of three replays of a thread, of which the second is hostile; gone after the test. */
export async function replaysFile(thread: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "replays-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "replays.jsonl");
  const replay = (number: number, variant: string, content: string, rest: Partial<Trajectory>) =>
    stringifyTrajectory({
      id: `replay/${thread}/${variant}/${number}`,
      group: `replay/${variant}`,
      task: "",
      steps: [{ index: 0, agent: "planner", content }],
      ...rest,
    });
  const lines = [
    replay(1, "no note", "Ask for the fare.", { outcome: { ok: false, reason: "Still <b>wrong</b>." } }),
    replay(2, HOSTILE, "<script>globalThis.hacked = true</script>", { outcome: { ok: true } }),
    replay(3, "no note", "Ask.", {}),
  ];
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
}
