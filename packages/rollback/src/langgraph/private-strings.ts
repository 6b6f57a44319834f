/**
 * @internal LangGraph's own strings that no documentation names. They stand here and nowhere else.
 * `docs/langgraph-internals.md` says what each is relied on for, and which test tells when LangGraph changes it.
 */

/** @internal How marks begin that a graph puts into the `configurable` of its tasks. */
export const MARK = "__pregel_";

/** @internal The mark that is in a task's `configurable`, and in no other. */
export const SCRATCHPAD = "__pregel_scratchpad";

/** @internal The mark under which a task finds where to write. */
export const SEND_WRITES = "__pregel_send";

/** @internal The mark under which a task finds what its graph's channels hold. */
export const READ_CHANNELS = "__pregel_read";

/** @internal An option of calls, though it looks like a mark: LangGraph then refuses answers to interrupts that do not wait. */
export const STRICT_RESUME = "__pregel_strict_resume";

/** @internal The mark under which a task finds how to call other tasks. */
export const CALL = "__pregel_call";

/** @internal The mark under which a task finds the checkpointer of the graph that runs it. */
export const CHECKPOINTER = "__pregel_checkpointer";

/** @internal How the path of a task begins that an edge has scheduled. */
export const PULL = "__pregel_pull";

/** @internal How the path of a task begins that a Send has scheduled, or another task has called. */
export const PUSH = "__pregel_push";

/** @internal Part of the path of a task that handles the error of another. */
export const HANDLER_IN_PATH = "node_error_handler";

/** @internal Beginning of the names of nodes that handle the errors of one node. */
export const ERROR_HANDLER = "__error_handler__";

/** @internal The node that handles the errors of all nodes that have no handler of their own. */
export const DEFAULT_ERROR_HANDLER = "__default_error_handler__";

/** @internal The channel in which it is noted that an error goes to a handler, with the name of the node that threw. */
export const ERROR_SOURCE = "__error_source_node__";

/** @internal The channel of what a task of the functional API returned. */
export const RETURNED = "__return__";

/** @internal How channels begin that run a node, once an edge leads there. */
export const BRANCH = "branch:to:";

/** @internal How channels begin that run a node, once several others have ended. */
export const JOIN = "join:";

/** @internal The mark (1.5.0 and later) of a branch whose DeltaChannels are put together in the order of paths. */
export const VERSIONED_DELTAS = "delta_writes_versioned";

/** @internal The name of the channel whose checkpoint is empty by design, and which is put together from writes. */
export const DELTA_CHANNEL = "DeltaChannel";

/** @internal The metadata that names the DeltaChannels of a graph whose value a checkpoint does not hold, each with counts. */
export const DELTA_COUNTERS = "counters_since_delta_snapshot";

/** @internal Marks a resuming call: LangGraph then makes no fork of a checkpoint that is not the newest. */
export const RESUMING = "__pregel_resuming";
