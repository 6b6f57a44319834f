import { replayAround } from "./act-context.ts";

/**
 * @internal Ends the replay around, if there is one, where a graph with rollback is to run: its rollbacks would undo effects of the real run.
 *
 * @throws {ReplayRefusedError} in a replay
 */
export function refuseInReplay(graph: { getName(): string }): void {
  replayAround()?.refuse(
    { kind: "rollback", name: graph.getName(), args: undefined },
    "A graph with rollback runs inside of the one that is replayed, and its rollbacks would undo what the real run did. Replay that graph on its own thread, or give its node an answer with `nodes`.",
  );
}
