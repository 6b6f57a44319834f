/** An alarm was raised, or a check after a step failed: the attempt ends as failed. It is rolled back, or it goes on if nothing can be rewound. */
export class StoppedEarlyError extends Error {
  override readonly name = "StoppedEarlyError";
  readonly code = "STOPPED_EARLY";
}
