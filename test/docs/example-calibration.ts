import { calibrate, fitPositionScorer, writeCalibration } from "@langgraph-rollback/attribution";
import { labelled } from "./support/failures.ts";

export async function writeExampleCalibration(file: string): Promise<void> {
  const scorer = fitPositionScorer(labelled.slice(0, 20));
  await writeCalibration(file, await calibrate(labelled.slice(20), { scorer }));
}
