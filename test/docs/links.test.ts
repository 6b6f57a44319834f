import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

const inside = (folder: string, recursive = false) =>
  readdirSync(join(root, folder), { recursive, encoding: "utf8" }).map((name) => join(folder, name));

/** Pages for people: at the root, in `docs`, and in the packages and examples. */
const pages = [
  ...inside("."),
  ...inside(".changeset"),
  ...inside("docs", true),
  ...[...inside("packages"), ...inside("examples")].map((folder) => join(folder, "README.md")),
].filter((file) => file.endsWith(".md") && existsSync(join(root, file)));

const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");

/** Targets of a page's links within the repository: files and folders, each with an anchor or an empty one. */
function linksOf(page: string) {
  const markdown = withoutCode(readFileSync(join(root, page), "utf8"));
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = "", anchor = ""] = link.split("#");
      return {
        link,
        target: file === "" ? page : relative(root, resolve(root, dirname(page), file)),
        anchor,
      };
    });
}

/** As GitHub makes them of headings; of two alike the second has a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const markdown = readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const anchors = new Set<string>();
  for (const [, heading = ""] of markdown.matchAll(/^#+ (.*)$/gm)) {
    const text = heading.replaceAll(/\]\([^)]*\)/g, "").toLowerCase();
    const anchor = text.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    anchors.add(anchors.has(anchor) ? `${anchor}-1` : anchor);
  }
  return anchors;
}

const leadsSomewhere = ({ anchor, target }: ReturnType<typeof linksOf>[number]) =>
  existsSync(join(root, target)) &&
  (anchor === "" || (statSync(join(root, target)).isFile() && anchorsOf(target).has(anchor)));

it.each(pages)("every link within the repository leads somewhere: %s", (page) => {
  const broken = linksOf(page).filter((each) => !leadsSomewhere(each));
  expect(broken.map(({ link }) => link)).toEqual([]);
});

it("every page of docs is reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached)
    for (const { target } of linksOf(page)) if (pages.includes(target)) reached.add(target);
  const all = pages.filter((page) => dirname(page) === "docs");
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((page) => !reached.has(page))).toEqual([]);
});

it("the page of figures is short enough to be read: all other tables are kept beside it", () => {
  const lines = readFileSync(join(root, "docs/benchmarks.md"), "utf8").trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(350);
});
