// Which folder of a package may import which: the one table of directions, which check-layers.mjs holds the code to.

/** Packages from the ground floor up: a package may use packages of lower floors, never of its own floor or above. */
export const floors = [
  ["packages/conformal", "packages/trajectory"],
  ["packages/attribution"],
  ["packages/rollback"],
  // The one example that is published: the command line runs it as its demo.
  ["packages/inspector", "packages/benchmark", "examples/gsm8k-team"],
  ["packages/cli"],
];

// What several rooms may use. `planning` is what the driver, the graph and the middleware share.
const facts = ["errors", "langgraph", "steps"];
const branch = [...facts, "recording", "reading"];
const decided = [...branch, "verifying", "rewinding", "history", "replanning", "setup"];
const attempts = [...decided, "planning", "streams", "locking"];

/**
 * For a folder of sources, its rooms from the ground floor up, each with the rooms that it may import. A room is a
 * folder; files that lie in none may import every room. A package that is not named here has no rooms.
 */
export const rooms = {
  "packages/rollback/src": {
    errors: [],
    langgraph: ["errors"],
    steps: ["langgraph"],
    streams: facts,
    recording: facts,
    reading: [...facts, "recording"],
    locking: ["errors", "langgraph", "recording"],
    verifying: ["errors", "langgraph", "steps", "reading"],
    rewinding: branch,
    history: [...branch, "verifying", "rewinding"],
    replanning: [...facts, "reading", "verifying", "rewinding", "history"],
    setup: [...branch, "verifying", "rewinding", "history", "replanning", "locking"],
    planning: decided,
    attempts,
    calls: [...facts, "recording", "streams", "history", "locking", "setup", "attempts"],
    graph: [...attempts, "attempts", "calls"],
    planting: [...attempts, "attempts"],
    middleware: [...decided.filter((room) => room !== "recording"), "planning"],
    testing: ["", ...branch, "rewinding", "history", "locking"],
  },
};
