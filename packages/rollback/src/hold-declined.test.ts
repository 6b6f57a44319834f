import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "./fixtures/chain-graph.ts";
import { ask, mailing, newPost, standings } from "./fixtures/mailing-agent.ts";
import { readHistory } from "./index.ts";

const asks = { approve: "always", maxRollbacks: 1, wrong: 9 } as const;

describe("an act that is held when its run's rollback is declined", () => {
  it.each([
    ["decline", "discard", [], "discarded"],
    ["decline", "release", ["a1"], "released"],
    [{ decision: "decline", held: "release" }, "discard", ["a1"], "released"],
    [{ decision: "decline", held: "discard" }, "release", [], "discarded"],
    [{ decision: "decline", held: "discard" }, "hold", [], "discarded"],
  ] as const)(
    "by %o, with `onUnaccepted: %s`, is treated as the answer says first",
    async (answer, onUnaccepted, sent, standing) => {
      const post = newPost();
      const agent = mailing(post, { ...asks, effects: { tools: { send_mail: "hold" }, onUnaccepted } });
      await agent.invoke(ask, on("t"));
      expect(post.sent).toEqual([]);
      await agent.invoke(new Command({ resume: answer }), on("t"));
      expect(post.sent).toEqual(sent);
      expect(await standings(agent)).toEqual([`1: send_mail {"to":"a1"} ${standing}`]);
    },
  );

  it("refuses an answer that says something else about it", async () => {
    const agent = mailing(newPost(), asks);
    await agent.invoke(ask, on("t"));
    const answer = new Command({ resume: { decision: "decline", held: "keep" } });
    await expect(agent.invoke(answer, on("t"))).rejects.toMatchObject({ code: "ANSWER_FORMAT" });
  });

  it("never takes place where a new turn drops the question", async () => {
    const post = newPost();
    const agent = mailing(post, { ...asks, wrong: 1 });
    await agent.invoke(ask, on("t"));
    await agent.invoke(ask, on("t"));
    expect(post.sent).toEqual(["a2"]);
    const dropped = (await readHistory(agent, on("t"))).at(-1);
    expect(dropped?.attempts[0]?.effects).toMatchObject([{ standing: "discarded" }]);
  });
});
