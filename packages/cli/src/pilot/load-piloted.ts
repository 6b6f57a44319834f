import { readCalibration, readVerifierCalibration } from "@langgraph-rollback/attribution";
import type { RollbackOptions, Verdict, Verifier, VerifierRun } from "langgraph-rollback";
import { calibratedVerifier } from "langgraph-rollback/verifiers";
import { loadExport } from "../data/load-export.ts";
import { type AnyGraph, loadGraph, notExported } from "../data/load-graph.ts";

/** Modules and files that hold the parts of a pilot. */
export interface PilotedModules {
  readonly graph: string;
  readonly verify?: string;
  readonly truth?: string;
  readonly options?: string;
  readonly calibration?: string;
  readonly verifierCalibration?: string;
  readonly maxRollbacks: number;
}

/** An agent with the rollback that is to be tried, and what is true of its results. */
export interface Piloted {
  readonly graph: AnyGraph;
  readonly options: RollbackOptions;
  readonly truth: (run: VerifierRun, line: unknown) => Verdict | Promise<Verdict>;
}

/**
 * Imports the agent, its verifier and the truth.
 *
 * @throws {CommandFailedError} if a module lacks a required export
 */
export async function loadPiloted(named: PilotedModules): Promise<Piloted> {
  const { graph, module } = await loadGraph(named.graph);
  const verifier = await loadExport("--verify", named.verify ?? module, "verify");
  if (!isVerifier(verifier.value)) throw notExported("--verify", verifier, "a function");
  const truth = await loadExport("--truth", named.truth ?? module, "truth");
  if (!isTruth(truth.value)) throw notExported("--truth", truth, "a function");
  const more = await loadExport("--options", named.options ?? module, "options");
  if (more.value !== undefined && !isOptions(more.value)) throw notExported("--options", more, "an object");
  return {
    graph,
    truth: truth.value,
    options: {
      ...more.value,
      ...(named.calibration === undefined ? {} : { calibration: await readCalibration(named.calibration) }),
      maxRollbacks: named.maxRollbacks,
      verify: await heldTo(verifier.value, named.verifierCalibration),
    },
  };
}

async function heldTo(verifier: Verifier, file: string | undefined): Promise<Verifier> {
  return file === undefined ? verifier : calibratedVerifier(verifier, await readVerifierCalibration(file));
}

// The contents of these are checked where they are used: `withRollback` refuses what is no graph and no option.
const isVerifier = (value: unknown): value is Verifier => typeof value === "function";
const isTruth = (value: unknown): value is Piloted["truth"] => typeof value === "function";
const isOptions = (value: unknown): value is Partial<RollbackOptions> =>
  typeof value === "object" && value !== null;
