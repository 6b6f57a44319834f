import { openCheckpointer } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import { type Redact, writeWholeFile } from "@langgraph-rollback/attribution";
import { readHistory, type RollbackTarget, type Verifier } from "langgraph-rollback";
import { type PlayedRun, playRecording, readRecording, type Recording } from "langgraph-rollback/replay";
import { exportIn, loadExport, loadValue } from "../data/load-export.ts";
import { CommandFailedError } from "../errors/command-failed-error.ts";
import { UsageError } from "../errors/usage-error.ts";
import { checkOutputs } from "../files/check-outputs.ts";
import type { WhereOptions } from "../options/schema-option.ts";
import type { TestOptions } from "../options/test-options.ts";
import type { Output } from "../terminal/output.ts";
import { testSource } from "./test-source.ts";

/** Which run becomes a test, and where the test goes. */
export interface ExportTestOptions extends TestOptions, WhereOptions {
  readonly thread?: readonly string[];
  readonly out?: string;
  readonly json?: string | true;
  readonly force?: true;
}

/** Writes a test that runs the graph on the recorded answers of one run, and the recording. It plays the test once before, and says how that ends. */
export async function runExportTest(
  where: readonly string[],
  options: ExportTestOptions,
  output: Output,
): Promise<void> {
  const { attempt, force, json, onMiss = "fail", redact: redactSpec, runner = "vitest", schema } = options;
  const { database, graphSpec, out, thread } = needed(where, options);
  const files = filesOf(out, runner);
  checkOutputs({
    force,
    reads: {
      where,
      "--graph": exportIn(graphSpec).module,
      "--verify": options.verify && exportIn(options.verify).module,
      "--redact": redactSpec && exportIn(redactSpec).module,
    },
    writes: { "--out": files.test, "--out, for the recording,": files.recording, "--json": json },
  });
  const graph = await loadValue("--graph", graphSpec, "graph", isGraph, "a compiled graph or an agent");
  const verifySpec = options.verify ?? exportIn(graphSpec).module;
  const verify =
    options.verify === undefined
      ? (await loadExport("--verify", verifySpec, "verify")).value
      : await loadValue("--verify", verifySpec, "verify", isVerifier, "a function");
  const redact =
    redactSpec === undefined
      ? undefined
      : await loadValue("--redact", redactSpec, "redact", isRedact, "a function");
  const recording = await readFrom(database, { schema, thread, attempt }, graph, redact);
  const isOwn = isVerifier(verify);
  const text = `${JSON.stringify(recording, undefined, 2)}\n`;
  const played = await playRecording(graph, JSON.parse(text), {
    onMiss,
    ...(isOwn ? { verify } : {}),
    ...(redact === undefined ? {} : { redact }),
  });
  const missed = played.calls.find(({ answer }) => answer === "refused");
  if (missed?.kind === "model" && recording.calls.every(({ kind }) => kind !== "model"))
    throw new CommandFailedError(
      `The models of thread "${printable(thread)}" were not recorded. Run it anew with \`withRollback(graph, { record: { models: true, tools: true } })\`.`,
    );
  if (played.status === "unjudged")
    throw new CommandFailedError(
      `The test would judge nothing: ${played.reason} Name a verifier with \`--verify module#name\`.`,
    );
  const source = testSource({
    file: files.test,
    recording: files.recording,
    runner,
    title: `thread ${recording.thread}, attempt ${recording.attempt}`,
    onMiss,
    imports: [
      { part: "graph", spec: graphSpec },
      ...(isOwn ? [{ part: "verify" as const, spec: verifySpec }] : []),
      ...(redactSpec === undefined ? [] : [{ part: "redact" as const, spec: redactSpec }]),
    ],
  });
  writeWholeFile(files.recording, text);
  writeWholeFile(files.test, source);
  tell({ ...files, recorded: recording.outcome?.reason, played }, json, output);
}

interface Needed {
  readonly database: string;
  readonly thread: string;
  readonly graphSpec: string;
  readonly out: string;
}

/** @throws {UsageError} */
function needed(where: readonly string[], { graph, out, thread = [] }: ExportTestOptions): Needed {
  const [database, ...others] = where;
  if (database === undefined || others.length > 0)
    throw new UsageError("`--as test` needs one database: a SQLite file or a Postgres address.");
  const [id, ...more] = thread;
  if (id === undefined || more.length > 0)
    throw new UsageError("`--as test` needs `--thread` with one id: a test holds one run.");
  if (graph === undefined)
    throw new UsageError("`--as test` needs `--graph module#name`: the graph that the test runs.");
  if (out === undefined) throw new UsageError("`--as test` needs `--out`: the file of the test.");
  return { database, thread: id, graphSpec: graph, out };
}

const SUFFIX = /(\.(test|spec))?\.[cm]?[jt]s$/;

/** The files of a test; one without a known ending gets that of its runner. */
function filesOf(
  out: string,
  runner: "vitest" | "node",
): { readonly test: string; readonly recording: string } {
  const test = SUFFIX.test(out) ? out : `${out}.test.${runner === "vitest" ? "ts" : "mjs"}`;
  return { test, recording: `${test.replace(SUFFIX, "")}.recording.json` };
}

async function readFrom(
  database: string,
  {
    schema,
    thread,
    attempt = 1,
  }: WhereOptions & { readonly thread: string; readonly attempt: number | undefined },
  graph: RollbackTarget,
  redact: Redact | undefined,
): Promise<Recording> {
  const { close, saver } = await openCheckpointer(database, { schema });
  try {
    const config = { configurable: { thread_id: thread } };
    const [run] = await readHistory(saver, config);
    const found = run?.attempts.find((each) => each.attempt === attempt);
    if (run !== undefined && found === undefined)
      throw new CommandFailedError(
        `The latest run of thread "${printable(thread)}" has no attempt ${attempt} that was judged: it has ${run.attempts.length}.`,
      );
    const at =
      found === undefined ? config : { configurable: { ...config.configurable, checkpoint_id: found.head } };
    return await readRecording(graph, at, {
      checkpointer: saver,
      ...(redact === undefined ? {} : { redact }),
    });
  } finally {
    await close();
  }
}

const isGraph = (value: unknown): value is RollbackTarget => typeof value === "object" && value !== null;
const isVerifier = (value: unknown): value is Verifier => typeof value === "function";
const isRedact = (value: unknown): value is Redact => typeof value === "function";

interface Told {
  readonly test: string;
  readonly recording: string;
  /** The reason why the run was rejected then. */
  readonly recorded: string | undefined;
  readonly played: PlayedRun;
}

function tell(
  { played, recorded, recording, test }: Told,
  json: string | true | undefined,
  output: Output,
): void {
  const { reason, status } = played;
  const asJson = JSON.stringify({ test, recording, status, reason }, undefined, 2);
  if (typeof json === "string") writeWholeFile(json, `${asJson}\n`);
  if (json === true) output.print(asJson);
  else output.print(`Wrote ${test} and ${recording}.`);
  if (status === "rejected") {
    const how =
      recorded === undefined || recorded === reason ? "as the run failed" : "otherwise than the run";
    if (json !== true) output.print(printable(`The test fails ${how}: ${reason}`));
  } else if (status === "accepted")
    output.printError(
      "warning: The test passes already: the graph was mended since, or the run did not fail.",
    );
  else output.printError(printable(`warning: The test comes to no verdict. ${reason}`));
}
