const GO_ON = "Do not ask again. Continue from here, and correct the mistake as well as you can.";

/** @internal What a model is told that asks to go back, where nothing is rewound. */
export const ANSWERS: Readonly<Record<"outside" | "observed" | "late" | "second" | "noneLeft", string>> = {
  outside: `Nothing was rewound: no rollback is set up around this call. ${GO_ON}`,
  observed: `Noted. Nothing is rewound: this run is only observed. ${GO_ON}`,
  late: "Nothing was rewound: this call came too late. Its attempt is over.",
  second: "This call does nothing: another call has asked for a rewind of this attempt already.",
  noneLeft: `Nothing was rewound: no rollback is left for this run. ${GO_ON}`,
};

/**
 * @internal The same after a request that was planned for and refused.
 *
 * @param why the machinery's own words, never text of the trace
 */
export const refusedAnswer = (why: string): string => `Nothing was rewound: ${why}. ${GO_ON}`;
