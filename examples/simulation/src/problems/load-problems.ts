import { readFile } from "node:fs/promises";
import { DATA_FILE } from "../data-file.ts";
import { type Problem, problemSchema } from "./problem.ts";

/** The problems that come with the example, in file order. */
export async function loadProblems(file: URL | string = DATA_FILE): Promise<readonly Problem[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => problemSchema.parse(JSON.parse(line)));
}
