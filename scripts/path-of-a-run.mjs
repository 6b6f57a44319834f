// Counts the files of ours that one failed run of three nodes passes through, and the moves between them: how far a reader
// has to follow it. Run `npx tsc -b` first. `node scripts/path-of-a-run.mjs --files` lists the files, the most often entered first.
import { register } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./processes.mjs";

const OURS = /\/packages\/[^/]+\/dist\/.*\.js$/;

// Node starts this file once more in the thread of its hooks.
const isHook = import.meta.url.endsWith("?hooks");

/** Of Node's loader: notes each call of a function of ours. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format !== "module" || !OURS.test(url)) return loaded;
  const { parseAst } = await import("vite");
  const code = String(loaded.source);
  const file = path.relative(root, fileURLToPath(url)).replace("/dist/", "/").replace(/\.js$/, "");
  return { ...loaded, source: noted(code, parseAst(code), file) };
}

/** The code, whose functions say their file when they are entered. */
function noted(code, program, file) {
  const entered = `globalThis.entered?.(${JSON.stringify(file)})`;
  const inserts = [];
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
    if (isFunction && node.body.type === "BlockStatement") inserts.push([node.body.start + 1, `${entered};`]);
    else if (isFunction) inserts.push([node.body.start, `(${entered}, `], [node.body.end, ")"]);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program.body);
  // From the last to the first, so that positions before stay right.
  return inserts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), code);
}

async function count() {
  register(`${import.meta.url}?hooks`);
  const from = path.join(root, "packages/rollback");
  const { createRequire } = await import("node:module");
  const { pathToFileURL } = await import("node:url");
  const resolve = createRequire(path.join(from, "package.json")).resolve;
  const { Annotation, END, MemorySaver, START, StateGraph } = await import(
    pathToFileURL(resolve("@langchain/langgraph")).href
  );
  const { withRollback } = await import(pathToFileURL(path.join(from, "dist/index.js")).href);
  const State = Annotation.Root({ sum: Annotation() });
  const add = ({ sum }) => ({ sum: sum + 1 });
  const graph = new StateGraph(State)
    .addNode("first", add)
    .addNode("second", add)
    .addNode("third", add)
    .addEdge(START, "first")
    .addEdge("first", "second")
    .addEdge("second", "third")
    .addEdge("third", END)
    .compile({ checkpointer: new MemorySaver() });
  let verdicts = 0;
  const agent = withRollback(graph, {
    verify: () => (verdicts++ === 0 ? { ok: false, reason: "not yet" } : { ok: true }),
    scorer: {
      fingerprint: "second",
      score: async ({ steps }) => steps.map((_, step) => (step === 1 ? 1 : 0)),
    },
  });
  const entered = [];
  globalThis.entered = (file) => entered.push(file);
  const { sum } = await agent.invoke({ sum: 0 }, { configurable: { thread_id: "t" } });
  globalThis.entered = undefined;
  if (sum !== 3 || verdicts !== 2) throw new Error(`Expected 3 by two attempts, got ${sum} by ${verdicts}.`);
  const entries = new Map();
  let moves = 0;
  entered.forEach((file, at) => {
    if (file === entered[at - 1]) return;
    moves += 1;
    entries.set(file, (entries.get(file) ?? 0) + 1);
  });
  if (process.argv.includes("--files"))
    for (const [file, times] of [...entries].toSorted(([, a], [, b]) => b - a))
      console.log(`${times}\t${file}`);
  const rooms = new Set([...entries.keys()].map((file) => path.dirname(file)));
  console.log(`One failed run of three nodes: ${entries.size} files, ${rooms.size} rooms, ${moves} moves.`);
}

if (!isHook) await count();
