import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether tests of many rounds run all of them, as in `npm run test:all`, or the few of `npm test`. */
    readonly allRounds: boolean;
    /** The command line with all that it imports, in one file. */
    readonly commandFile: string;
  }
}

// One seed for all property tests, so that a run can be repeated; FAST_CHECK_SEED tries another.
fc.configureGlobal({
  seed: Number(process.env["FAST_CHECK_SEED"] ?? 1),
  numRuns: inject("allRounds") ? 100 : 30,
});
