import { alarmExperiment } from "./alarm/alarm-experiment.ts";
import { callsExperiment } from "./calls/calls-experiment.ts";
import { choiceExperiment } from "./choice/choice-experiment.ts";
import { coverageExperiment } from "./coverage-and-removal/coverage-experiment.ts";
import type { Experiment } from "./experiment.ts";
import { labelsExperiment } from "./first-labels/labels-experiment.ts";
import { growthExperiment } from "./growth/growth-experiment.ts";
import { heldMailExperiment } from "./held-mail/held-mail-experiment.ts";
import { dataExperiment } from "./labelled-data/data-experiment.ts";
import { learningExperiment } from "./learning/learning-experiment.ts";
import { changeExperiment } from "./model-change/change-experiment.ts";
import { marksExperiment } from "./marks/marks-experiment.ts";
import { outcomesExperiment } from "./outcomes/outcomes-experiment.ts";
import { plantingExperiment } from "./planting/planting-experiment.ts";
import { recoveryExperiment } from "./recovery/recovery-experiment.ts";
import { replayLabelsExperiment } from "./replay-labels/replay-labels-experiment.ts";
import { rightRunsExperiment } from "./right-runs/right-runs-experiment.ts";
import { rollbackExperiment } from "./rollback/rollback-experiment.ts";
import { sweepsExperiment } from "./sweeps/sweeps-experiment.ts";
import { wrongAcceptsExperiment } from "./wrong-accepts/wrong-accepts-experiment.ts";

/** Everything that `npm run bench` can run, in the order of the document. */
export const EXPERIMENTS: readonly Experiment[] = [
  coverageExperiment,
  callsExperiment,
  dataExperiment,
  marksExperiment,
  plantingExperiment,
  rollbackExperiment,
  labelsExperiment,
  replayLabelsExperiment,
  recoveryExperiment,
  outcomesExperiment,
  learningExperiment,
  changeExperiment,
  rightRunsExperiment,
  wrongAcceptsExperiment,
  heldMailExperiment,
  choiceExperiment,
  sweepsExperiment,
  alarmExperiment,
  growthExperiment,
];
