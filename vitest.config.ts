import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { hasPostgres } from "./test/fixtures/has-postgres.ts";
import { keptModules, keyOfKeptModules } from "./test/fixtures/kept-modules.ts";
import { LongestFirst } from "./test/fixtures/longest-first.ts";
import { runsWorkers } from "./test/fixtures/runs-workers.ts";

/** Tests run on the sources: the custom condition spares them a build. */
const source = ["@langgraph-rollback/source"];

/** `npm run test:all`: the tests in `*.long.test.ts`, too, and all rounds of the others. */
const isAll = process.env["TEST_ALL"] !== undefined;

/** PGlite is a slow stand-in: where a server answers, `npm test` leaves it to the server. */
const standIn = isAll || !(await hasPostgres()) ? [] : ["**/*.pglite.test.ts"];

/** pg-boss needs a newer Node than the other packages do: `.ci/run` tests the workers and their example on the registry's. */
const hasWorkers = runsWorkers(process.versions.node);
if (!hasWorkers && process.env["VITEST_WORKER_ID"] === undefined)
  console.log(
    `The tests of packages/workers, examples/workers, test/workers and *.workers.test.ts are skipped: they need Node 22.12 or newer, and this is Node ${process.versions.node}.`,
  );

/** One project for all folders: those that share no project share no processes, and each compiles the sources for itself. */
export default defineConfig({
  plugins: [keyOfKeptModules()],
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    // Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    setupFiles: [fileURLToPath(new URL("./vitest.setup.ts", import.meta.url))],
    globalSetup: ["./scripts/page-for-tests.mjs", "./test/fixtures/command-for-tests.ts"].map((file) =>
      fileURLToPath(new URL(file, import.meta.url)),
    ),
    include: ["{packages,examples,test}/**/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "**/dist/**",
      ...(isAll ? [] : ["**/*.long.test.ts"]),
      ...standIn,
      ...(hasWorkers
        ? []
        : ["packages/workers/**", "examples/workers/**", "test/workers/**", "**/*.workers.test.ts"]),
    ],
    // Loading LangGraph and our own modules for each file anew takes a third of the time.
    isolate: isAll,
    experimental: keptModules,
    provide: { allRounds: isAll },
    // Bounds on patience and no measures: a laden machine is slow.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
  },
});
