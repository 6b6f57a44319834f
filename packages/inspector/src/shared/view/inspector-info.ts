/** What the server says of itself. */
export interface InspectorInfo {
  /** What is shown, for people: the source's name. */
  readonly name: string;
  /** The name under which labels are stored. */
  readonly labeller: string;
  /** What "decisive" means to them. */
  readonly convention: string;
}

/** The server's answer to a request that it cannot fulfil. */
export interface ServerError {
  readonly error: { readonly code: string; readonly message: string };
}
