import { expectTypeOf } from "vitest";

import { isLabelled, parseTrajectories, parseTrajectory } from "./index.ts";
import type { DecisiveLabel, LabelledTrajectory, Step, Trajectory } from "./index.ts";

declare const trajectory: Trajectory;

expectTypeOf(parseTrajectory).returns.toEqualTypeOf<Trajectory>();
expectTypeOf(parseTrajectories).returns.toEqualTypeOf<readonly Trajectory[]>();
expectTypeOf<Trajectory["steps"]>().toEqualTypeOf<readonly Step[]>();
expectTypeOf(trajectory.label).toEqualTypeOf<DecisiveLabel | undefined>();
if (isLabelled(trajectory)) expectTypeOf(trajectory).toExtend<LabelledTrajectory>();
