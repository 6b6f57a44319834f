// No call of a product gets a list as its arguments, as in `Math.max(...scores)`: each takes room on the stack, and from about 120,000 on the call
// throws. `largest`, `smallest` and a loop take lists of any length.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { filesIn } from "./files-in.mjs";
import { root } from "./processes.mjs";

/** Files that run on our own data alone. */
const SKIPPED = /[\\/](fixtures|testing|bench)[\\/]|^packages[\\/]lab|\.d\.ts$|\.test(-d)?\.tsx?$/;

/** A tuple: of arguments, or a type and bytes. */
const TUPLE = /^\.\.\.args$|\.dumpsTyped\(/;

/** Prints what it found and returns an exit code. */
export function checkSpreads() {
  const files = filesIn("packages", /\.tsx?$/).filter((file) => !SKIPPED.test(file));
  const found = files.flatMap((file) => spreadsIn(readFileSync(path.join(root, file), "utf8"), file));
  for (const each of found) console.error(each);
  if (found.length === 0) console.log(`No call in ${files.length} files gets a list as its arguments.`);
  return found.length === 0 ? 0 : 1;
}

/** Each such call of a source, as a line. Arguments that a function got may be passed on. */
function spreadsIn(source, file) {
  const found = [];
  const passedOn = new Set();
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if (node.type === "RestElement") passedOn.add(node.argument.name);
    if (node.type === "CallExpression" || node.type === "NewExpression")
      for (const { argument, start, end, type } of node.arguments)
        if (type === "SpreadElement" && !TUPLE.test(source.slice(start, end)))
          found.push({
            name: argument.name,
            line: `${file}:${source.slice(0, start).split("\n").length}: ${source.slice(start, end)}`,
          });
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found.filter(({ name }) => !passedOn.has(name)).map(({ line }) => line);
}
