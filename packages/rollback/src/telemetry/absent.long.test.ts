import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");

/** Hooks of a process in which a package is not installed. */
const WITHOUT = `import Module from "node:module";
const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  if (!name.startsWith("@opentelemetry/")) return resolve.call(this, name, ...rest);
  throw Object.assign(new Error("no such package"), { code: "MODULE_NOT_FOUND" });
};`;

const PROGRAM = `const { telemetry } = await import("langgraph-rollback/telemetry");
await import("langgraph-rollback");
try { telemetry(); } catch (error) { console.log(error.code); }`;

describe("where `@opentelemetry/api` is not installed", () => {
  it("the entry can be imported, and `telemetry` says what is missing", async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        "--conditions",
        "@langgraph-rollback/source",
        "--import",
        join(root, "test/fixtures/typescript-hooks.mjs"),
        "--import",
        `data:text/javascript,${encodeURIComponent(WITHOUT)}`,
        "--input-type",
        "module",
        "--eval",
        PROGRAM,
      ],
      { cwd: join(root, "test") },
    );
    expect(stdout.trim()).toBe("TELEMETRY_MISSING");
  });
});
