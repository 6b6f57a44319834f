import type { Shape } from "./shape.ts";
import { handoff } from "./shapes/agent-teams.ts";
import { agentV2 } from "./shapes/agents.ts";
import { cachedBefore } from "./shapes/cached-nodes.ts";
import { channelKinds } from "./shapes/channels.ts";
import { commandRoutes } from "./shapes/commands.ts";
import { configNoteInside } from "./shapes/config-note.ts";
import { deepAgentTask } from "./shapes/deep-agents.ts";
import { deferredFanIn } from "./shapes/deferred-fan-in.ts";
import { handledSibling } from "./shapes/error-handlers.ts";
import { throwingNode } from "./shapes/failures.ts";
import { fanOutSecond } from "./shapes/fan-out.ts";
import { parallelTasks } from "./shapes/functional.ts";
import { siblingsInsideMemory } from "./shapes/inner-siblings.ts";
import { deltaMessages, removedMessages } from "./shapes/messages.ts";
import { nestedSubgraphs } from "./shapes/nested-subgraphs.ts";
import { parentCommandGiver } from "./shapes/parent-commands.ts";
import { sendsWithNote } from "./shapes/sends.ts";
import { sequence } from "./shapes/sequence.ts";
import { loopedMemory } from "./shapes/subgraph-loops.ts";
import { memoryInside } from "./shapes/subgraph-memory.ts";
import { rememberingSubgraph } from "./shapes/subgraphs.ts";
import { handledTimeout } from "./shapes/timeouts.ts";
import { answeredInterrupt, secondTurn } from "./shapes/turns.ts";

/** A fixed sample of the rows of the matrix, with a row of almost every kind. */
export const spread: readonly Shape[] = [
  sequence,
  fanOutSecond,
  deferredFanIn,
  sendsWithNote,
  commandRoutes,
  parentCommandGiver,
  rememberingSubgraph,
  nestedSubgraphs,
  siblingsInsideMemory,
  memoryInside,
  loopedMemory,
  parallelTasks,
  throwingNode,
  handledSibling,
  handledTimeout,
  secondTurn,
  answeredInterrupt,
  channelKinds,
  removedMessages,
  deltaMessages,
  configNoteInside,
  cachedBefore,
  agentV2,
  handoff,
  deepAgentTask,
];
