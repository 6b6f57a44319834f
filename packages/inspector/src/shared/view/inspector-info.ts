/** Facts about the server. */
export interface InspectorInfo {
  /** Name of the source, for people. */
  readonly name: string;
  /** The name under which labels are stored. */
  readonly labeller: string;
  /** The labeller's meaning of "decisive". */
  readonly convention: string;
  /** Whether a queue of runs is shown, too. */
  readonly hasQueue: boolean;
  /** Whether the source counts over all runs. */
  readonly hasStats: boolean;
  /** Whether it was given what methods said of attempts. */
  readonly hasFindings: boolean;
  /** Name under which the page acts unless a person types another one; absent where it may not act. */
  readonly actsBy?: string | undefined;
  /** Present for those who may only read. */
  readonly isReadOnly?: true | undefined;
}

/** The server's answer to a request that it cannot fulfil. */
export interface ServerError {
  readonly error: { readonly code: string; readonly message: string };
}
