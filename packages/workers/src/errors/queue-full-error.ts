/** A tenant has as many runs in the queue as it may have: the run was not taken. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";
  readonly code = "QUEUE_FULL";
  readonly tenant: string;
  /** The bound: `maxQueued`. */
  readonly most: number;

  constructor(tenant: string, most: number) {
    const whose = tenant === "" ? "The queue" : `Tenant "${tenant}"`;
    super(
      `${whose} has ${most} runs that have not started, as many as \`maxQueued\` allows, so this one was not taken. ` +
        "Enqueue it again later, start more workers, or raise `maxQueued`.",
    );
    this.tenant = tenant;
    this.most = most;
  }
}
