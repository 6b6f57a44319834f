import { type ESTree, parseSync } from "vite";

/** A test that runs wherever its file does, and asserts something. */
export interface RunningTest {
  /** As it is written, with the placeholders of its table. */
  readonly title: string;
}

/** A test that is left out, or may be. */
const LEFT_OUT = /^(?:it|test|describe)(?:\.\w+)*?\.(?:skip|skipIf|runIf|todo|fails)\b/;

/** The tests of a file that always run and assert something. What stands in a comment is none. */
export function runningTests(source: string): readonly RunningTest[] {
  const found: RunningTest[] = [];
  visit(parseSync("tests.ts", source).program, (call) => {
    const callee = source.slice(call.callee.start, call.callee.end);
    // Nothing inside of it runs.
    if (LEFT_OUT.test(callee)) return false;
    const title = titleOf(call);
    if (/^(?:it|test)\b/.test(callee) && title !== undefined && asserts(call, source)) found.push({ title });
    return true;
  });
  return found;
}

function titleOf({ arguments: [first] }: ESTree.CallExpression): string | undefined {
  return first?.type === "Literal" && typeof first.value === "string" ? first.value : undefined;
}

function asserts(test: ESTree.CallExpression, source: string): boolean {
  let found = false;
  visit(test, ({ callee }) => {
    if (/^(?:expect|fc\.assert)\b/.test(source.slice(callee.start, callee.end))) found = true;
    return !found;
  });
  return found;
}

/** Shows every call below a node, outermost first; what is below a call only if `enter` says so. */
function visit(node: unknown, enter: (call: ESTree.CallExpression) => boolean): void {
  if (Array.isArray(node)) for (const each of node) visit(each, enter);
  if (!isNode(node)) return;
  if (isCall(node) && !enter(node)) return;
  for (const child of Object.values(node)) visit(child, enter);
}

function isNode(value: unknown): value is { readonly type: string } {
  return typeof value === "object" && value !== null && "type" in value;
}

function isCall(node: { readonly type: string }): node is ESTree.CallExpression {
  return node.type === "CallExpression";
}
