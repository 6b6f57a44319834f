import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";

import { inNewProject } from "../project/new-project.ts";
import { codeTools } from "./code-tools.ts";

const call = (folder: string, name: string, args: object): Promise<unknown> => {
  const tool = codeTools(folder).find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool.invoke(args);
};

it("list, read and write files", async () => {
  await inNewProject(async ({ folder }) => {
    expect(await call(folder, "write_file", { path: "src/new/a.js", content: "1;\n" })).toBe(
      "src/new/a.js is written.",
    );
    expect(await call(folder, "list_files", {})).toBe(
      "package.json\nsrc/discount.js\nsrc/new/a.js\nsrc/receipt.js\ntest/receipt.test.js",
    );
    expect(await call(folder, "read_file", { path: "src/new/a.js" })).toBe("1;\n");
  });
});

it.each(["../outside.js", "src/../../outside.js", "/outside.js", ""])(
  "refuse a path that leaves the project: %j",
  async (at) => {
    await inNewProject(async ({ folder, store }) => {
      const refused = `Expected a path inside the project, got ${JSON.stringify(at)}.`;
      await expect(call(folder, "write_file", { path: at, content: "" })).rejects.toThrow(refused);
      await expect(call(folder, "read_file", { path: at })).rejects.toThrow(refused);
      await expect(readFile(path.join(path.dirname(store), "outside.js"))).rejects.toThrow("ENOENT");
    });
  },
);
