import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

const diagnoses = join(root, "packages/cli/src/doctor/diagnosis.ts");

const allMatches = (file: string, pattern: RegExp) =>
  [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map((match) => match[1]);

// Folder by folder, since Node 20 follows the links in `node_modules`.
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder))
    .map((name) => join(folder, name, "src"))
    .filter((source) => existsSync(join(root, source)))
    .flatMap((source) =>
      readdirSync(join(root, source), { recursive: true, encoding: "utf8" }).map((file) =>
        join(source, file),
      ),
    )
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

const sources = sourcesOf("packages");

/** Its codes are those of the server's answers; docs/inspector.md lists them. */
const ANSWER = "RequestRefused";

const errorClasses = [...sources, ...sourcesOf("examples")].flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split(/^(?=export class )/m)
    .map((source) => ({
      file,
      name: /^export class (\w+) extends \w*Error\b/.exec(source)?.[1] ?? "",
      code: /\bcode = "([A-Z_]+)"/.exec(source)?.[1],
    }))
    .filter(({ name }) => name !== "" && name !== ANSWER),
);

it("finds the error classes", () => {
  const classes = [...sources, ...sourcesOf("examples")].flatMap((file) =>
    allMatches(file, /\bclass (\w+) extends \w*Error\b/g),
  );
  expect(errorClasses.map(({ name }) => name)).toEqual(classes.filter((name) => name !== ANSWER));
  expect(errorClasses.length).toBeGreaterThan(40);
});

it.each(errorClasses)("gives $name the code that follows from its name", ({ file, name, code }) => {
  const words = /^(\w+)Error$/.exec(name)?.[1]?.match(/[A-Z][a-z]*/g) ?? [];
  expect({ file, code }).toEqual({ file, code: words.join("_").toUpperCase() });
});

it("explains every error code of the packages in docs/errors.md, and no other", () => {
  const explained = allMatches("docs/errors.md", /^## ([A-Z_]+)$/gm);
  const thrown = sources.flatMap((file) => allMatches(file, /\bcode = "([A-Z_]+)"/g));
  expect(new Set(explained)).toEqual(new Set(thrown));
});

it("leads from docs/troubleshooting.md to every error code, and to none that there is not", () => {
  const explained = allMatches("docs/errors.md", /^## ([A-Z_]+)$/gm);
  const linked = allMatches("docs/troubleshooting.md", /\[([A-Z_]+)\]\(errors\.md#/g);
  expect(linked).toHaveLength(explained.length);
  expect(new Set(linked)).toEqual(new Set(explained));
  const anchors = allMatches("docs/troubleshooting.md", /errors\.md#([a-z_]+)\)/g);
  expect(anchors.map((anchor) => anchor?.toUpperCase())).toEqual(linked);
});

it("explains in docs/troubleshooting.md every diagnosis of doctor, and no other", () => {
  const [list = ""] = /DIAGNOSIS_CODES = \[[^\]]*/.exec(readFileSync(diagnoses, "utf8")) ?? [];
  const found = [...list.matchAll(/"([A-Z_]+)"/g)].map((match) => match[1]);
  expect(found.length).toBeGreaterThan(10);
  expect(allMatches("docs/troubleshooting.md", /^\| `([A-Z_]+)`/gm)).toEqual(found);
});
