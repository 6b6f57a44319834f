import { Hono } from "hono";

import { valueOrigins } from "../source/value-origins.ts";
import { threadLines } from "../source/thread-lines.ts";
import { addActingRoutes } from "./acting-routes.ts";
import { download } from "./download.ts";
import type { ServerEnvironment } from "./request-guard.ts";
import type { Inspected } from "./inspected.ts";
import { addLabel, retraction, retractLabel } from "./label-routes.ts";
import { newLabelBody } from "./new-label-body.ts";
import { postRoute, readQuery } from "./read-request.ts";
import { RequestRefused } from "./request-refused.ts";
import type { ThreadWatch } from "./thread-events.ts";
import {
  attemptQuery,
  replayQuery,
  replayStepQuery,
  stepQuery,
  textQuery,
  threadQuery,
  toLabelQuery,
} from "./thread-query.ts";
import { threadsQuery } from "./threads-query.ts";
import type { FoundThread } from "../shared/listing/thread-query.ts";
import type { ShownReplays } from "../replays/shown-replays.ts";
import type { InspectorInfo } from "../shared/view/inspector-info.ts";

/** Routes that the page asks for. Ids stand in queries: as parts of a path, ".." or "" would be lost. */
export function api(inspected: Inspected, watch: ThreadWatch): Hono<ServerEnvironment> {
  const { source, labeller, convention, labelsView, runLabelsView, reportOf } = inspected;
  const { calibrationView, learningView, pilotView, promisesView, replays, taskPilotView } = inspected;
  const values = valueOrigins(source);
  const routes = new Hono<ServerEnvironment>();
  const info: InspectorInfo = {
    name: source.name,
    labeller,
    convention,
    hasQueue: inspected.queueView !== undefined,
    hasStats: inspected.statsView !== undefined,
    hasFindings: inspected.findings !== undefined,
  };
  routes.get("/info", ({ json, var: { isReadOnly } }) =>
    json(isReadOnly === true ? { ...info, isReadOnly } : { ...info, actsBy: inspected.desk?.by }),
  );
  routes.get("/threads", async ({ req, json }) => {
    const { anew, followUp, ...query } = readQuery(req, threadsQuery);
    const { threads, ...listed } = await inspected.threadsList(query, { isAnew: anew, isFollowUp: followUp });
    return json({ ...listed, threads: threads.map((thread) => withReplays(thread, replays)) });
  });
  routes.get("/threads/events", (context) => watch(context));
  routes.get("/thread", async ({ req, json }) =>
    json(found(await source.thread(readQuery(req, threadQuery).id))),
  );
  routes.get("/step", async ({ req, json }) => json(found(await source.step(readQuery(req, stepQuery)))));
  routes.get("/values", async ({ req, json }) => json(found(await values.ofStep(readQuery(req, stepQuery)))));
  routes.get("/origin", async ({ req, json }) => {
    const { text, ...address } = readQuery(req, textQuery);
    return json(found(await values.ofText(address, text)));
  });
  routes.get("/files", async ({ req, json }) =>
    json(found(await source.files?.(readQuery(req, attemptQuery)))),
  );
  routes.get("/findings", async ({ req, json }) =>
    json(found(await inspected.findings?.(readQuery(req, attemptQuery)))),
  );
  routes.get("/replays", async ({ req, json }) => json(await replays.list(readQuery(req, threadQuery).id)));
  routes.get("/replay", async ({ req, json }) => {
    const { replay, thread } = readQuery(req, replayQuery);
    return json(found(await replays.replay(thread, replay)));
  });
  routes.get("/replay/step", ({ req, json }) => json(found(replays.step(readQuery(req, replayStepQuery)))));
  routes.get("/events", (context) => watch(context, readQuery(context.req, threadQuery).id));
  routes.get("/labels", async (context) => context.json(await labelsView()));
  routes.get("/labels/runs", async (context) => context.json(await runLabelsView()));
  routes.get("/labels/attempt", async ({ req, json }) => {
    const { ask, ...id } = readQuery(req, toLabelQuery);
    return json(found(await inspected.attemptToLabel(id, ask === "runs")));
  });
  routes.get("/labels/step", async ({ req, json }) =>
    json(found(await inspected.stepToLabel(readQuery(req, stepQuery)))),
  );
  routes.post(
    "/labels",
    postRoute(newLabelBody, (label) => addLabel(inspected, label)),
  );
  routes.post(
    "/labels/retract",
    postRoute(retraction, (label) => retractLabel(inspected, label)),
  );
  if (inspected.desk !== undefined) addActingRoutes(routes, inspected.desk);
  routes.get("/calibration", async (context) => context.json(await calibrationView()));
  routes.get("/learning", async (context) => context.json(await learningView()));
  routes.get("/promises", async (context) => context.json(await promisesView()));
  routes.get("/pilot", async (context) => context.json(await pilotView()));
  routes.get("/pilot/tasks", async (context) => context.json(await taskPilotView()));
  routes.get("/queue", async (context) => context.json(found(await inspected.queueView?.())));
  routes.get("/stats", async (context) => context.json(found(await inspected.statsView?.())));
  routes.get("/export", async (context) => {
    const { id } = readQuery(context.req, threadQuery);
    const lines = found(await threadLines(source, id));
    return context.body(lines, 200, download(id, "jsonl", "application/jsonl"));
  });
  routes.get("/report", async (context) => {
    const { id } = readQuery(context.req, threadQuery);
    found(await source.thread(id));
    return context.body(await reportOf(id), 200, download(id, "html", "text/html"));
  });
  return routes;
}

/** A line of the list, with the number of replays that are shown beside the thread. */
function withReplays(thread: FoundThread, replays: ShownReplays): FoundThread {
  const count = replays.count(thread.id);
  return count === 0 ? thread : { ...thread, replays: count };
}

/** @throws {RequestRefused} if there is no such thing */
function found<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new RequestRefused("NOT_FOUND", "There is no such thread, or it has no such attempt or step.");
}
