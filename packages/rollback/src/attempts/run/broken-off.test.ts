import { expect, it } from "vitest";

import { booked, RefusingSaver } from "../../fixtures/booked.ts";
import { on } from "../../fixtures/chain-graph.ts";

it("does not return an earlier attempt whose effects are undone where the checkpointer breaks off the last one", async () => {
  const checkpointer = new RefusingSaver();
  const { graph } = booked(
    () => {},
    {
      onEvent: ({ type, attempt }) => {
        if (type === "rollback:attempt-started" && attempt === 2)
          checkpointer.refuses = (namespace) => namespace === "";
      },
    },
    checkpointer,
  );
  await expect(graph.invoke({}, on("t"))).rejects.toThrow("the disk is full");
});
