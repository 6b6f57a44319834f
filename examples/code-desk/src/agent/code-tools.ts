import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import { z } from "zod";

import { readFiles } from "../project/files.ts";
import { runTests, testSentence } from "../project/run-tests.ts";

/** Names of the tools that change nothing. */
export const READING = ["list_files", "read_file", "run_tests"] as const;

/** Tools that work in one folder. What they refuse escapes as an exception, which the agent shows to its model. */
export function codeTools(folder: string): readonly StructuredToolInterface[] {
  const at = z.string().describe('Inside the project, as "src/a.js".');
  return [
    tool(async () => Object.keys(await readFiles(folder)).join("\n"), {
      name: "list_files",
      description: "The files of the project.",
      schema: z.object({}),
    }),
    tool(({ path: file }) => readFile(placeIn(folder, file), "utf8"), {
      name: "read_file",
      description: "The text of a file.",
      schema: z.object({ path: at }),
    }),
    tool(
      async ({ path: file, content }) => {
        const place = placeIn(folder, file);
        await mkdir(path.dirname(place), { recursive: true });
        await writeFile(place, content);
        return `${file} is written.`;
      },
      {
        name: "write_file",
        description: "Writes a whole file, new or not.",
        schema: z.object({ path: at, content: z.string() }),
      },
    ),
    tool(
      async (_, config) => {
        const result = await runTests(folder, { signal: config.signal });
        return `${testSentence(result)}\n\n${result.output}`;
      },
      { name: "run_tests", description: "Runs `node --test` in the project.", schema: z.object({}) },
    ),
  ];
}

function placeIn(folder: string, file: string): string {
  const place = path.resolve(folder, file);
  if (!place.startsWith(folder + path.sep))
    throw new Error(`Expected a path inside the project, got ${JSON.stringify(file)}.`);
  return place;
}
