import type { AgentStats } from "langgraph-rollback/stats";

import type { AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { FindingsView } from "../../../src/shared/view/finding-view.ts";
import type { InspectorInfo, ServerError } from "../../../src/shared/view/inspector-info.ts";
import type { QueueView } from "../../../src/shared/view/queue-view.ts";
import type { Acts, PageData } from "./page-data.ts";

/** Asks the local server; the cookie that came with the page lets it in. */
export async function httpData(): Promise<PageData> {
  const { name, labeller, convention, hasFindings, hasQueue, hasStats, actsBy, isReadOnly } =
    await get<InspectorInfo>("info");
  return {
    name,
    kind: "live",
    labeller,
    convention,
    threads: (query, request = {}) => get(path("threads", textsOf({ ...query, ...request }))),
    thread: (id) => find(path("thread", { id })),
    step: ({ thread, run, attempt, step }) =>
      find(path("step", { thread, run, attempt: `${attempt}`, step: `${step}` })),
    values: ({ thread, run, attempt, step }) =>
      find(path("values", { thread, run, attempt: `${attempt}`, step: `${step}` })),
    origin: ({ thread, run, attempt }, text) =>
      find(path("origin", { thread, run, attempt: `${attempt}`, text })),
    files: ({ thread, run, attempt }) => find(path("files", { thread, run, attempt: `${attempt}` })),
    ...(hasFindings
      ? {
          findings: ({ thread, run, attempt }: AttemptId) =>
            find<FindingsView>(path("findings", { thread, run, attempt: `${attempt}` })),
        }
      : {}),
    replays: (thread) => get(path("replays", { id: thread })),
    replay: (thread, replay) => find(path("replay", { thread, replay: `${replay}` })),
    replayStep: ({ thread, replay, step }) =>
      find(path("replay/step", { thread, replay: `${replay}`, step: `${step}` })),
    attemptToLabel: ({ thread, run, attempt }, isOfRun) => {
      const ask = isOfRun ? { ask: "runs" } : {};
      return find(path("labels/attempt", { thread, run, attempt: `${attempt}`, ...ask }));
    },
    stepToLabel: ({ thread, run, attempt, step }) =>
      find(path("labels/step", { thread, run, attempt: `${attempt}`, step: `${step}` })),
    labels: () => get("labels"),
    runLabels: () => get("labels/runs"),
    calibration: () => get("calibration"),
    promises: () => get("promises"),
    learning: () => get("learning"),
    pilot: () => get("pilot"),
    taskPilot: () => get("pilot/tasks"),
    ...(hasQueue ? { queue: () => get<QueueView>("queue") } : {}),
    ...(hasStats ? { stats: () => get<AgentStats>("stats") } : {}),
    ...(isReadOnly === true
      ? {}
      : {
          addLabel: (label) => send("labels", label),
          retractLabel: (id) => send("labels/retract", { id }),
        }),
    ...(actsBy === undefined ? {} : { acts: actsOf(actsBy) }),
    watch: (thread, changed) => watch(path("events", { id: thread }), changed),
    watchThreads: (changed) => watch("threads/events", changed),
    downloads: (thread) => ({
      trajectories: `api/${path("export", { id: thread })}`,
      report: `api/${path("report", { id: thread })}`,
    }),
  };
}

function actsOf(by: string): Acts {
  return {
    by,
    view: (thread, step) => get(path("act", textsOf({ thread, step }))),
    deletion: (thread) => get(path("act/deletion", { id: thread })),
    act: (name, body) => send(`act/${name}`, body),
  };
}

function watch(what: string, changed: () => void): () => void {
  const events = new EventSource(`api/${what}`);
  events.addEventListener("changed", changed);
  return () => events.close();
}

function textsOf(query: Readonly<Record<string, string | number | boolean | undefined>>): Record<string, string> {
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(said.map(([key, value]) => [key, String(value)]));
}

/** Ids stand in the query: as parts of a path, ".." or nothing at all would be lost. */
function path(what: string, query: Readonly<Record<string, string>>): string {
  return `${what}?${new URLSearchParams(query).toString()}`;
}

/** Answer of the server. Its shapes are the types of the same build, so they are not checked again. */
async function get<Value>(what: string): Promise<Value> {
  return answer(await fetch(`api/${what}`));
}

async function find<Value>(what: string): Promise<Value | undefined> {
  const response = await fetch(`api/${what}`);
  return response.status === 404 ? undefined : answer(response);
}

async function send<Value>(what: string, body: unknown): Promise<Value> {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(`api/${what}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answer<Value>(response: Response): Promise<Value> {
  if (!response.ok) throw new Error(await complaint(response));
  const value: Value = await response.json();
  return value;
}

async function complaint(response: Response): Promise<string> {
  const otherwise = `The inspector answered ${response.status}.`;
  try {
    const { error }: ServerError = await response.json();
    return error.message;
  } catch {
    return otherwise;
  }
}
