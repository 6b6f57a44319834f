import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { quotable } from "../shared/words/quotable.ts";

/** The inspector could not listen where it was told to. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  readonly code = "LISTEN";
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Could not listen on ${quotable(host)}, port ${port}: ${sentence(quotable(reason))} Give another \`port\`, or 0 for any that is free, and a \`host\` of this machine.`,
      { cause },
    );
    this.host = host;
    this.port = port;
  }
}
