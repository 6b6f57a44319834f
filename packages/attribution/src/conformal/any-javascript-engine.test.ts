import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import * as conformal from "./index.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$|^fixtures\b/.test(file),
);

/** A program that uses every kind of computation, as text, so that it can run in another realm. */
const PROGRAM = `(async ({ calibrateThreshold, filterSteps, nonconformity, predictionSet, seededRandom }) => {
  const random = seededRandom(3);
  const methods = ["vanilla", "vanilla-raw", "crsvp", "crsvp-raw", "left", "right", "two-way", "interval", "suffix", "prefix", "list"];
  const runs = Array.from({ length: 20 }, (_, i) => Array.from({ length: 1 + i }, () => random()));
  const results = [];
  for (const method of methods) {
    const options = { method, draw: 0.3, aggregation: { kind: "log-sum-exp", beta: 2, lengthPenalty: 0.1 } };
    const threshold = calibrateThreshold(runs.map((run) => nonconformity(run, options)[0]), { ...options, alpha: 0.2 });
    for (const run of runs) results.push(predictionSet(run, { ...threshold, draw: 0.7 }));
    if (method === "left") {
      for (const run of runs) {
        results.push(await filterSteps({ length: run.length, direction: method, threshold, scoreStep: (i) => run[i] }));
      }
    }
  }
  return JSON.stringify(results);
})`;

interface Bundle {
  readonly output: readonly [{ readonly code: string; readonly imports: readonly string[] }];
}

/** The sources as one script that defines a global `conformal`, by the bundler of the test runner. */
async function bundled(): Promise<Bundle["output"][0]> {
  const vitest = createRequire(import.meta.url).resolve("vitest/package.json");
  const { build }: { build: (options: object) => Promise<readonly [Bundle]> } = await import(
    pathToFileURL(createRequire(vitest).resolve("vite")).href
  );
  const [bundle] = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2023",
      minify: false,
      lib: { entry: `${folder}index.ts`, name: "conformal", formats: ["iife"] },
    },
  });
  return bundle.output[0];
}

describe("the package", () => {
  let script: Bundle["output"][0];
  beforeAll(async () => {
    script = await bundled();
  });

  it("imports nothing but its own files", () => {
    expect(sources).toContain("index.ts");
    for (const file of sources) {
      const code = readFileSync(`${folder}${file}`, "utf8");
      const imported = [...code.matchAll(/\bfrom "([^"]+)"|\bimport\(?\s*"([^"]+)"/g)];
      for (const [, from, bare] of imported) expect(`${file}: ${from ?? bare}`).toMatch(/: \.\.?\//);
    }
    expect(script.imports).toEqual([]);
  });

  it("gives the same results in a realm with ECMAScript's globals and no others", async () => {
    const realm = createContext({}, { codeGeneration: { strings: false, wasm: false } });
    // V8 adds these two to every realm.
    runInContext("delete globalThis.console; delete globalThis.WebAssembly;", realm);
    runInContext(script.code, realm);
    for (const name of ["process", "Buffer", "console", "setTimeout", "fetch", "require", "document"]) {
      expect(runInContext(`typeof ${name}`, realm)).toBe("undefined");
    }
    const there: unknown = await runInContext(`(${PROGRAM})(conformal)`, realm);
    const here: unknown = await runInContext(PROGRAM, createContext({}))(conformal);
    expect(there).toBe(here);
    expect(there).toMatch(/^\[\{"/);
  });

  it("exports the same names there", () => {
    const realm = createContext({});
    runInContext(script.code, realm);
    expect(runInContext("Object.keys(conformal).sort().join()", realm)).toBe(
      Object.keys(conformal).toSorted().join(),
    );
  });
});
