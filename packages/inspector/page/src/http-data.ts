import type { InspectorInfo, ServerError } from "../../src/view/inspector-info.ts";
import type { PageData } from "./page-data.ts";

/** Asks the local server; the cookie that came with the page lets it in. */
export async function httpData(): Promise<PageData> {
  const { name, labeller } = await get<InspectorInfo>("info");
  return {
    name,
    kind: "live",
    labeller,
    threads: () => get("threads"),
    thread: (id) => find(`threads/${encodeURIComponent(id)}`),
    step: ({ thread, run, attempt, step }) =>
      find(
        `threads/${encodeURIComponent(thread)}/step?${new URLSearchParams({ run, attempt: `${attempt}`, step: `${step}` })}`,
      ),
    labels: () => get("labels"),
    calibration: () => get("calibration"),
    addLabel: (label) => send("labels", label),
    retractLabel: (id) => send(`labels/${encodeURIComponent(id)}/retract`, {}),
    watch: (thread, changed) => {
      const events = new EventSource(`api/threads/${encodeURIComponent(thread)}/events`);
      events.addEventListener("changed", changed);
      return () => events.close();
    },
  };
}

/** What the server says. Its shapes are the types of the same build, so they are not checked again. */
async function get<Value>(path: string): Promise<Value> {
  return answer(await fetch(`api/${path}`));
}

async function find<Value>(path: string): Promise<Value | undefined> {
  const response = await fetch(`api/${path}`);
  return response.status === 404 ? undefined : answer(response);
}

async function send<Value>(path: string, body: unknown): Promise<Value> {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(`api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
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
