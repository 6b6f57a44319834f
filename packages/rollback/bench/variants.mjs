import { RecordingSaver, withRollback } from "../src/index.ts";
import { loopGraph } from "./loop-graph.mjs";
import { silentAlarm } from "./silent-alarm.mjs";

/** The same graph without and with what is measured, over a store. */
export const variants = {
  bare: (saver, steps) => loopGraph(steps).compile({ checkpointer: saver }),
  RecordingSaver: (saver, steps) => loopGraph(steps).compile({ checkpointer: new RecordingSaver(saver) }),
  withRollback: (saver, steps) =>
    withRollback(loopGraph(steps).compile({ checkpointer: saver }), { verify: () => true }),
  watched: (saver, steps) =>
    withRollback(loopGraph(steps).compile({ checkpointer: saver }), {
      verify: () => true,
      watch: silentAlarm,
    }),
};
