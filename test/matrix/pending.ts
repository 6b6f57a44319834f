/** Shapes whose rollback is not yet as it shall be. */
export const pending: ReadonlySet<string> = new Set<string>([
  "fan-out and fan-in, rewound to the second sibling",
  "fan-out and fan-in, rewound to the last sibling",
  "fan-out whose second sibling throws",
  "Send map-reduce whose arguments hold the note's channel, rewound to the second worker",
  "Send map-reduce whose workers read the note from their config, rewound to the second worker",
  "Command to the parent, rewound to the inner node that gave it",
  "a subgraph with an inherited checkpointer, rewound to its second step",
  "a subgraph with checkpointer: true, rewound to its second step",
  "subgraphs two deep, rewound to the inner one's second step",
  "the functional API, rewound to the second of three tasks",
  "the functional API, rewound to the second of three tasks at once",
  "the functional API, rewound to its first task",
  "messages in a DeltaChannel of nodes that run at once, rewound to the second",
  "two subgraphs at once, rewound to a step of the second",
  "a subgraph that remembers earlier turns, rewound to its second step",
  "the functional API's second turn, which reads what the first one saved",
  "an interrupt that was answered in a sibling before the set's first step",
  // The verifier is not shown untracked channels, such as an agent's structured response.
  "an untracked channel, rewound to the node that fills it",
  "an agent of createAgent with a structured response",
]);
