import path from "node:path";
import { exportIn } from "../data/load-export.ts";

/** An export that a test imports, under the name of its part in the test. */
interface ImportedPart {
  readonly part: "graph" | "verify" | "redact";
  /** `./agent.js#name`; the name is that of the part if it has none. */
  readonly spec: string;
}

/** A test that is to be written. */
export interface WrittenTest {
  readonly file: string;
  /** Of the recording, beside it. */
  readonly recording: string;
  readonly runner: "vitest" | "node";
  readonly title: string;
  readonly imports: readonly ImportedPart[];
  readonly onMiss: "fail" | "run";
}

/** The source of a test. It holds no text of the run but its title: texts of a run are untrusted. */
export function testSource({ file, imports, onMiss, recording, runner, title }: WrittenTest): string {
  const isTyped = /\.[cm]?ts$/.test(file);
  const options = imports.map(({ part }) => part).filter((part) => part !== "graph");
  const [modules, check] = RUNNERS[runner];
  return `// Written by \`langgraph-rollback export --as test\`: a run that failed. Models, tools and humans answer from the recording beside this file.
${[...modules, ...importLines(file, imports)].join("\n")}

const file = new URL(${JSON.stringify(`./${path.basename(recording)}`)}, import.meta.url);

test(${JSON.stringify(title)}, async () => {
  const recording${isTyped ? ": unknown" : ""} = JSON.parse(await readFile(file, "utf8"));
  const { status, reason } = await playRecording(graph, recording, {
${options.map((name) => `    ${name},\n`).join("")}    // For a call that the recording does not hold: "fail" ends the test, "run" asks the model.
    onMiss: ${JSON.stringify(onMiss)},
  });
  ${check}
});
`;
}

const RUNNERS: Readonly<Record<WrittenTest["runner"], readonly [modules: readonly string[], check: string]>> =
  {
    vitest: [
      [
        'import { readFile } from "node:fs/promises";',
        'import { playRecording } from "langgraph-rollback/replay";',
        'import { expect, test } from "vitest";',
      ],
      'expect(status, reason).toBe("accepted");',
    ],
    node: [
      [
        'import assert from "node:assert/strict";',
        'import { readFile } from "node:fs/promises";',
        'import { test } from "node:test";',
        'import { playRecording } from "langgraph-rollback/replay";',
      ],
      'assert.equal(status, "accepted", reason);',
    ],
  };

/** One line for each module, relative to the test. */
function importLines(file: string, imports: readonly ImportedPart[]): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { part, spec } of imports) {
    const { module, name = part } = exportIn(spec);
    const from = relativeTo(file, module);
    names.set(from, [...(names.get(from) ?? []), name === part ? part : `${exportName(name)} as ${part}`]);
  }
  return [...names].map(([from, parts]) => `import { ${parts.join(", ")} } from ${JSON.stringify(from)};`);
}

const exportName = (name: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);

function relativeTo(file: string, module: string): string {
  const relative = path.relative(path.dirname(path.resolve(file)), path.resolve(module));
  const from = relative.split(path.sep).join("/");
  return from.startsWith(".") ? from : `./${from}`;
}
