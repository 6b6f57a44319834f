/** Shapes whose rollback is not yet as it shall be. */
export const pending: ReadonlySet<string> = new Set<string>([
  "Send map-reduce whose arguments hold the note's channel, rewound to the second worker",
  "subgraphs two deep, rewound to the inner one's second step",
  // The verifier is not shown untracked channels, such as an agent's structured response.
  "an untracked channel, rewound to the node that fills it",
  "an agent of createAgent with a structured response",
]);
