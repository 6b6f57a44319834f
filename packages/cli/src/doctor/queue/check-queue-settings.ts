import type { QueueExamination, QueueSettings } from "@langgraph-rollback/workers";

import type { Diagnosis } from "../diagnosis.ts";
import { named, queueFault, queueWarning } from "./queue-words.ts";

/** The policy by which the database itself keeps runs of a thread in order. */
const POLICY = "key_strict_fifo";
/** Share of its expiry that a run may take before it is near. */
const NEAR = 0.8;

/** Whether the queues of pg-boss are set up as the workers need it, and whether notifications arrive. */
export function checkQueueSettings({ hearsNotify, queues }: QueueExamination): readonly Diagnosis[] {
  const namesOf = (
    which: (queue: QueueSettings) => boolean,
    words: (queue: QueueSettings) => string,
  ): string => named(queues.filter(which).map(words));
  const policies = namesOf(
    ({ policy }) => policy !== POLICY,
    ({ graph, policy }) => `${graph} (${policy})`,
  );
  const deaf = namesOf(
    ({ heartbeatSeconds }) => heartbeatSeconds === undefined,
    ({ graph }) => graph,
  );
  const short = namesOf(
    ({ expireInSeconds = Infinity, longestRunSeconds = 0 }) => longestRunSeconds > NEAR * expireInSeconds,
    ({ expireInSeconds = 0, graph, longestRunSeconds = 0 }) =>
      `${graph} (${seconds(longestRunSeconds)} of ${seconds(expireInSeconds)})`,
  );
  return [
    ...(policies === ""
      ? []
      : [
          queueFault(
            "QUEUE_POLICY",
            `Queues of pg-boss have another policy than ${POLICY}, so runs of a thread may overlap or change their order: ${policies}.`,
            "A policy cannot be changed: stop the workers, delete the queue in pg-boss once it is empty, and let a worker make it.",
          ),
        ]),
    ...(deaf === ""
      ? []
      : [
          queueFault(
            "QUEUE_WITHOUT_HEARTBEAT",
            `Nothing notices when a worker dies: its runs wait until they expire. Queues without a heartbeat: ${deaf}.`,
            "Set `heartbeatSeconds` to 10 with pg-boss's `updateQueue`, or let a worker make the queue.",
          ),
        ]),
    ...(short === ""
      ? []
      : [
          queueWarning(
            "QUEUE_EXPIRY_SHORT",
            `Runs take nearly as long as a run may be with its worker, or longer; then they are taken from it and start again: ${short}.`,
            "Raise `expireInSeconds` with pg-boss's `updateQueue`, at most to a day. A longer run has to be cut in parts.",
          ),
        ]),
    ...(hearsNotify
      ? []
      : [
          queueWarning(
            "QUEUE_NOT_HEARD",
            "What is notified of by this address does not arrive: a pooler in transaction mode drops LISTEN. Workers find runs up to a second later, and watchers look instead.",
            "Give workers and clients the address of the server itself, or of a pooler in session mode.",
          ),
        ]),
  ];
}

const seconds = (count: number): string =>
  count < 120 ? `${Math.round(count)} s` : `${Math.round(count / 60)} min`;
