import { readFile } from "node:fs/promises";
import { type Problem, problemSchema } from "./problem.ts";

const DATA = new URL("../../data/gsm8k-chains.jsonl", import.meta.url);

/** The problems that come with the example, in file order. */
export async function loadProblems(file: URL | string = DATA): Promise<readonly Problem[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => problemSchema.parse(JSON.parse(line)));
}
