import { readFileSync } from "node:fs";
import { it } from "vitest";
import { loadSqliteSaver } from "../checkpointers/load-sqlite-saver.ts";
import { runProgram } from "./run-program.ts";
import { brokenLaws } from "./effect-laws.ts";
import { World } from "./world.ts";
const { open, reopen } = await loadSqliteSaver();
it("x", async () => {
  const program = JSON.parse(readFileSync("/tmp/program.json", "utf8"));
  const [threads, outside] = [open(":memory:"), open(":memory:")];
  const world = new World(outside.db);
  const act = world.act.bind(world);
  const undo = world.undo.bind(world);
  world.act = (...a) => {
    console.log("ACT", ...a);
    return act(...a);
  };
  world.undo = (...a) => {
    console.log("UNDO", ...a);
    return undo(...a);
  };
  const ended = await runProgram(
    program,
    world,
    {
      open: () => {
        console.log("== process/bystander");
        const saver = reopen(threads);
        const putWrites = saver.putWrites.bind(saver);
        const put = saver.put.bind(saver);
        saver.putWrites = (config, writes, task) => {
          const ns = config.configurable?.checkpoint_ns;
          for (const [c, v] of writes)
            console.log(
              "WRITE",
              ns,
              config.configurable?.checkpoint_id?.slice(-6),
              task?.slice(0, 12),
              c,
              JSON.stringify(v)?.slice(0, 260),
            );
          return putWrites(config, writes, task);
        };
        saver.put = (config, cp, meta, v) => {
          console.log(
            "PUT",
            config.configurable?.checkpoint_ns,
            cp.id.slice(-6),
            "parent",
            config.configurable?.checkpoint_id?.slice(-6),
            meta.source,
            meta.step,
            Object.keys(cp.channel_values).join(),
          );
          return put(config, cp, meta, v);
        };
        return saver;
      },
    },
    "t",
  );
  console.log(brokenLaws(ended, world));
  console.log(
    JSON.stringify(ended.values),
    JSON.stringify(
      ended.runs.map((r) =>
        r.attempts.map((a) => [a.attempt, a.decision, a.effects?.map((e) => [e.name, e.key, e.standing])]),
      ),
    ),
  );
});
