import type { Shape } from "./shape.ts";
import { agentAsNode, handoff, handoffGiver } from "./shapes/agent-teams.ts";
import {
  agentCallsAtOnce,
  agentMiddlewares,
  agentStructuredResponse,
  agentTool,
  agentV1,
  agentV2,
} from "./shapes/agents.ts";
import { cachedAfter, cachedBefore, cachedNodeNoted, cachedSteps } from "./shapes/cached-nodes.ts";
import { channelKinds } from "./shapes/channels.ts";
import { commandGone, commandRoutes } from "./shapes/commands.ts";
import { conditionalEdges } from "./shapes/conditional-edges.ts";
import { configNote, configNoteInside } from "./shapes/config-note.ts";
import { deepAgent, deepAgentInside, deepAgentTask } from "./shapes/deep-agents.ts";
import { beforeDeferred, deferredFanIn } from "./shapes/deferred-fan-in.ts";
import {
  defaultHandler,
  handledBefore,
  handledSend,
  handledSibling,
  handlerThatRoutes,
} from "./shapes/error-handlers.ts";
import {
  errorHandler,
  recursionLimit,
  retryPolicy,
  throwingNode,
  throwingNodeEarlier,
} from "./shapes/failures.ts";
import { fanOutThrows } from "./shapes/fan-out-throws.ts";
import { fanOutFirst, fanOutLast, fanOutSecond } from "./shapes/fan-out.ts";
import {
  firstTask,
  parallelTasks,
  savedState,
  sequentialTasks,
  askingWorkflow,
  tasksInNode,
  throwingTask,
  repeatedTask,
  nestedTask,
} from "./shapes/functional.ts";
import {
  sendsInside,
  sendsToSubgraphs,
  siblingsInside,
  siblingsInsideMemory,
  siblingsTwoDeep,
} from "./shapes/inner-siblings.ts";
import { loop } from "./shapes/loop.ts";
import {
  deltaMessages,
  deltaMessagesAtOnce,
  removedMessages,
  removedMessagesAgain,
} from "./shapes/messages.ts";
import { nestedSubgraphs } from "./shapes/nested-subgraphs.ts";
import { parentCommandGiver, parentCommandGone } from "./shapes/parent-commands.ts";
import { sendsWithConfig, sendsWithConversation, sendsWithNote, sendsWithoutNote } from "./shapes/sends.ts";
import { sequence, sequenceFromStart } from "./shapes/sequence.ts";
import { answeredInside, askedInsideAgain, loopedMemory, loopedSubgraph } from "./shapes/subgraph-loops.ts";
import { memoryBefore, memoryInside } from "./shapes/subgraph-memory.ts";
import {
  calledSubgraph,
  calledSubgraphInside,
  forgettingSubgraph,
  inheritedSubgraph,
  inheritedSubgraphFirst,
  rememberingSubgraph,
  subgraphsAtOnce,
} from "./shapes/subgraphs.ts";
import { handledTimeout, nodeTimeout, siblingTimeout, stepTimeout } from "./shapes/timeouts.ts";
import {
  answeredInterrupt,
  askedAgain,
  breakpoint,
  breakpointAfter,
  secondTurn,
  siblingAsked,
} from "./shapes/turns.ts";
import { untrackedMadeAgain } from "./shapes/untracked.ts";

/** The rows of the matrix. */
export const shapes: readonly Shape[] = [
  sequence,
  sequenceFromStart,
  loop,
  conditionalEdges,
  fanOutFirst,
  fanOutSecond,
  fanOutLast,
  fanOutThrows,
  beforeDeferred,
  deferredFanIn,
  sendsWithNote,
  sendsWithConversation,
  sendsWithoutNote,
  sendsWithConfig,
  commandRoutes,
  commandGone,
  parentCommandGone,
  parentCommandGiver,
  inheritedSubgraph,
  inheritedSubgraphFirst,
  rememberingSubgraph,
  forgettingSubgraph,
  calledSubgraph,
  calledSubgraphInside,
  nestedSubgraphs,
  subgraphsAtOnce,
  siblingsInside,
  siblingsInsideMemory,
  siblingsTwoDeep,
  sendsInside,
  sendsToSubgraphs,
  memoryBefore,
  memoryInside,
  loopedSubgraph,
  loopedMemory,
  answeredInside,
  askedInsideAgain,
  sequentialTasks,
  throwingTask,
  repeatedTask,
  nestedTask,
  tasksInNode,
  askingWorkflow,
  parallelTasks,
  firstTask,
  savedState,
  recursionLimit,
  throwingNode,
  throwingNodeEarlier,
  retryPolicy,
  errorHandler,
  handledSibling,
  handledSend,
  handlerThatRoutes,
  handledBefore,
  defaultHandler,
  nodeTimeout,
  siblingTimeout,
  handledTimeout,
  stepTimeout,
  secondTurn,
  answeredInterrupt,
  askedAgain,
  siblingAsked,
  breakpoint,
  breakpointAfter,
  channelKinds,
  untrackedMadeAgain,
  removedMessages,
  removedMessagesAgain,
  deltaMessages,
  deltaMessagesAtOnce,
  configNote,
  configNoteInside,
  cachedNodeNoted,
  cachedBefore,
  cachedAfter,
  ...cachedSteps,
  agentV1,
  agentV2,
  agentTool,
  agentMiddlewares,
  agentStructuredResponse,
  agentCallsAtOnce,
  agentAsNode,
  handoff,
  handoffGiver,
  deepAgent,
  deepAgentTask,
  deepAgentInside,
];
