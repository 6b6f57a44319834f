import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { parseSync } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders that hold what is published, relative to the repository. */
const FOLDERS = [...sourceFolders("packages"), ...sourceFolders("examples"), "packages/inspector/page/src"];

/** Tests, and what stands for models and users in tests. */
const NO_PRODUCT = /\.test(?:-d)?\.tsx?$|[\\/](?:fixtures|node_modules)[\\/]/;

/** A regular expression of the product. */
export interface ProductPattern {
  /** `packages/…/file.ts:12`. */
  readonly where: string;
  readonly pattern: RegExp;
}

/** A place that makes a regular expression at run time, so that its source does not say which. */
export interface MadePattern {
  readonly where: string;
  readonly code: string;
}

/** Patterns of both kinds in one file. */
export interface FilePatterns {
  readonly written: readonly ProductPattern[];
  readonly made: readonly MadePattern[];
}

/** All regular expressions of the product's sources. */
export function productPatterns(): FilePatterns {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !NO_PRODUCT.test(`/${file}`))
      .map((file) => path.posix.join(folder, ...file.split(path.sep))),
  );
  const found = files.map((file) => patternsOf(file, readFileSync(path.join(root, file), "utf8")));
  return { written: found.flatMap(({ written }) => written), made: found.flatMap(({ made }) => made) };
}

/** The regular expressions of one source file. */
export function patternsOf(file: string, code: string): FilePatterns {
  const written: ProductPattern[] = [];
  const made: MadePattern[] = [];
  for (const node of nodesOf(parseSync(file, code).program)) {
    const at = () => `${file}:${code.slice(0, Number(node["start"])).split("\n").length}`;
    const regex = node["regex"];
    if (isNode(regex))
      written.push({ where: at(), pattern: new RegExp(String(regex["pattern"]), String(regex["flags"])) });
    if (isCallOfRegExp(node))
      made.push({ where: at(), code: code.slice(Number(node["start"]), Number(node["end"])) });
  }
  return { written, made };
}

type SyntaxNode = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null;
}

function isCallOfRegExp({ type, callee }: SyntaxNode): boolean {
  return (
    (type === "NewExpression" || type === "CallExpression") && isNode(callee) && callee["name"] === "RegExp"
  );
}

function* nodesOf(node: unknown): Generator<SyntaxNode> {
  if (!isNode(node)) return;
  if (!Array.isArray(node)) yield node;
  for (const child of Object.values(node)) yield* nodesOf(child);
}

function sourceFolders(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/src`);
}
