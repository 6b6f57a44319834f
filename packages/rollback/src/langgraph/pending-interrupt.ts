/** @internal A question of a node. */
export interface PendingInterrupt {
  /** Id of the task that asked; it may have been answered while its siblings still wait. */
  readonly task: string;
  readonly id?: string;
  readonly value?: unknown;
  /** The shape that the answer must have, as JSON Schema. */
  readonly response_schema?: unknown;
}
