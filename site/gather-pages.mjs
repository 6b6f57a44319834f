// Copies the pages of the site to `content/`, as they lie in the repository: vitepress finds Vue only for pages below its own folder.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const content = fileURLToPath(new URL("content", import.meta.url));

/** Packages that nobody installs have no page. */
const PRIVATE = new Set(["lab"]);

rmSync(content, { recursive: true, force: true });
mkdirSync(content);
cpSync(path.join(root, "docs"), path.join(content, "docs"), { recursive: true });
cpSync(path.join(root, "README.md"), path.join(content, "README.md"));
for (const folder of ["packages", "examples"])
  for (const name of readdirSync(path.join(root, folder))) {
    const readme = path.join(folder, name, "README.md");
    if (existsSync(path.join(root, readme)) && !PRIVATE.has(name))
      cpSync(path.join(root, readme), path.join(content, readme));
  }
