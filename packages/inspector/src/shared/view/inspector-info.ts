/** What the server says of itself. */
export interface InspectorInfo {
  /** What is shown, for people: the source's name. */
  readonly name: string;
  /** Who is said to label. */
  readonly labeller: string;
  /** What "decisive" means to them. */
  readonly convention: string;
}

/** What the server answers where it cannot do what it was asked. */
export interface ServerError {
  readonly error: { readonly code: string; readonly message: string };
}
