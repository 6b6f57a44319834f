/** A policy returned something that is not a decision. The run starts again from its beginning, which needs no policy. */
export class PolicyOutputError extends Error {
  override readonly name = "PolicyOutputError";
  readonly code = "POLICY_OUTPUT";
  readonly policy: string;
  readonly received: unknown;

  /** @param length number of steps of the failed attempt */
  constructor(policy: string, length: number, received: unknown) {
    super(
      `Expected \`decide\` of the policy "${policy}" to return { kind: "roll-back", start, reason, promise? } with \`start\` a whole number in [0, ${length - 1}], or { kind: "give-up", reason }, got ${shown(received)}.`,
    );
    this.policy = policy;
    this.received = received;
  }
}

function shown(value: unknown): string {
  if (value instanceof Promise) return "a Promise: `decide` is not async";
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 200);
  } catch {
    return `a ${typeof value} that JSON cannot hold`;
  }
}
