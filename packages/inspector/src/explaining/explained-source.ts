import {
  type Attribution,
  briefExplanation,
  type Calibration,
  EnsembleMemberError,
  explainSteps,
  isExplaining,
  scorerFromModel,
  type StepExplanation,
} from "@langgraph-rollback/attribution";
import { sentence } from "@langgraph-rollback/attribution/trajectory";

import type { StepAddress, StepDetail } from "../shared/view/step-detail.ts";
import type { ThreadSource } from "../source/thread-source.ts";

/** Attempts whose explanations are remembered: while somebody goes through steps, and while a report is made. */
const ATTEMPTS = 4;

/**
 * The source, its steps with why the scorer suspects them, where that was not recorded and the calibration at hand carries the
 * scorer that scored them. Asks no language model.
 *
 * @param calibration called for each requested step
 */
export function explainedSource(
  source: ThreadSource,
  calibration: () => Promise<Calibration | undefined>,
): ThreadSource {
  const known = new Map<string, Promise<readonly StepExplanation[]>>();
  const explanationsOf = async (
    address: StepAddress,
    given: Calibration,
  ): Promise<readonly StepExplanation[]> => {
    const { thread, run, attempt } = address;
    const version = await source.version(thread);
    const key = JSON.stringify([thread, run, attempt, version, given.scorerFingerprint]);
    const found = known.get(key) ?? explainAll(source, address, given);
    known.delete(key);
    known.set(key, found);
    const [oldest] = known.keys();
    if (known.size > ATTEMPTS && oldest !== undefined) known.delete(oldest);
    return found;
  };
  const step = async (address: StepAddress): Promise<StepDetail | undefined> => {
    const detail = await source.step(address);
    const given = detail === undefined ? undefined : await calibration();
    if (detail === undefined || given?.scorerModel === undefined) return detail;
    const attribution = await attributionOf(source, address);
    if (attribution?.scorerFingerprint !== given.scorerFingerprint || isRecorded(attribution, address.step))
      return detail;
    try {
      const why = (await explanationsOf(address, given))[address.step];
      return why === undefined ? detail : { ...detail, why };
    } catch (error) {
      // Whom an ensemble has to ask is not known here.
      if (error instanceof EnsembleMemberError) return detail;
      const reason = error instanceof Error ? error.message : String(error);
      const told = sentence(`Why the step is suspected cannot be worked out: ${reason}`);
      return { ...detail, omitted: [...detail.omitted, told] };
    }
  };
  return { ...source, step };
}

async function attributionOf(
  source: ThreadSource,
  { thread, run, attempt }: StepAddress,
): Promise<Attribution | undefined> {
  return (await source.thread(thread))?.runs
    .find((each) => each.run === run)
    ?.attempts.find((each) => each.attempt === attempt)?.attribution;
}

const isRecorded = ({ explanations = [] }: Attribution, at: number): boolean =>
  explanations.some(({ step }) => step === at);

/** Of all steps at once: what is read in a run is read once. */
async function explainAll(
  source: ThreadSource,
  address: StepAddress,
  { scorerModel }: Calibration,
): Promise<readonly StepExplanation[]> {
  const trajectory = await source.trajectory(address);
  const scorer = scorerModel === undefined ? undefined : scorerFromModel(scorerModel);
  if (trajectory === undefined || scorer === undefined || !isExplaining(scorer)) return [];
  const steps = trajectory.steps.map((_, step) => step);
  return (await explainSteps(trajectory, scorer, steps)).map(briefExplanation);
}
