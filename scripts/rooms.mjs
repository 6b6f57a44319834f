// Which folder of a package may import which: the one table of directions, which check-layers.mjs holds the code to.

/** Packages from the ground floor up: a package may use packages of lower floors, never of its own floor or above. */
export const floors = [
  ["packages/conformal", "packages/trajectory"],
  ["packages/attribution"],
  ["packages/attributors", "packages/rollback"],
  // The one example that is published: the command line runs it as its demo.
  ["packages/inspector", "packages/benchmark", "examples/gsm8k-team"],
  ["packages/cli"],
];

/**
 * For a folder of sources, its rooms from the ground floor up, each with the rooms that it may import. A room is a
 * folder; files that lie in none may import every room. A package that is not named here has no rooms.
 */
export const rooms = {
  "packages/attribution/src": {
    errors: [],
    draws: [],
    arithmetic: [],
    features: ["arithmetic"],
    logit: ["draws"],
    scorers: ["errors", "features", "logit"],
    ensemble: ["errors", "draws", "logit", "scorers"],
    calibrating: ["errors", "draws", "scorers", "ensemble"],
    attributing: ["errors", "draws", "scorers", "calibrating"],
    testing: ["scorers", "calibrating"],
  },
  "packages/attributors/src": {
    errors: [],
    "asking/text": ["errors"],
    "asking/question": ["asking/text"],
    "asking/answer": [],
    "asking/model": ["errors", "asking/text", "asking/question", "asking/answer"],
    "asking/cache": ["asking/question", "asking/answer"],
    "asking/cassette": ["errors"],
    asking: ["errors", "asking/text", "asking/question", "asking/answer", "asking/model", "asking/cache"],
    finding: ["asking", "asking/text", "asking/question"],
    methods: ["errors", "asking", "asking/text", "asking/question", "asking/model", "finding"],
    testing: ["finding"],
  },
};
