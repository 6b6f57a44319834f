import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { hasPostgres } from "./test/fixtures/has-postgres.ts";

const source = ["@langgraph-rollback/source"];

/** The tests of some open the inspector's page. */
const withPage = [fileURLToPath(new URL("./scripts/page-for-tests.mjs", import.meta.url))];

/** `npm run test:all`: the tests in `*.long.test.ts`, too, and all rounds of the others. */
const isAll = process.env["TEST_ALL"] !== undefined;

/** PGlite is a slow stand-in: where a server answers, `npm test` leaves it to the server. */
const standIn = isAll || !(await hasPostgres()) ? [] : ["**/*.pglite.test.ts"];

/** Tests run on the sources: the custom condition spares them a build. */
const project = (name: string, root: string, globalSetup: string[] = []) => ({
  root,
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    setupFiles: [fileURLToPath(new URL("./vitest.setup.ts", import.meta.url))],
    name,
    globalSetup,
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", ...(isAll ? [] : ["**/*.long.test.ts"]), ...standIn],
    // Loading LangGraph for each file anew takes a third of the time. vitest.setup.ts loads our own modules anew all the same.
    isolate: isAll,
    provide: { allRounds: isAll },
    // Bounds on patience and no measures: a laden machine is slow.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
  },
});

export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: "100%",
    projects: [
      project("@langgraph-rollback/conformal", "packages/conformal"),
      project("@langgraph-rollback/trajectory", "packages/trajectory"),
      project("@langgraph-rollback/attribution", "packages/attribution"),
      project("@langgraph-rollback/attributors", "packages/attributors"),
      project("langgraph-rollback", "packages/rollback"),
      project("@langgraph-rollback/inspector", "packages/inspector", withPage),
      project("@langgraph-rollback/cli", "packages/cli", withPage),
      project("@langgraph-rollback/benchmark", "packages/benchmark"),
      project("@langgraph-rollback/example-simulation", "examples/simulation"),
      project("@langgraph-rollback/example-gsm8k-team", "examples/gsm8k-team"),
      project("@langgraph-rollback/example-langgraph-server", "examples/langgraph-server"),
      project("@langgraph-rollback/example-macnet", "examples/macnet"),
      project("@langgraph-rollback/example-dylan", "examples/dylan"),
      project("@langgraph-rollback/example-travel-desk", "examples/travel-desk"),
      project("@langgraph-rollback/test", "test", withPage),
    ],
  },
});
