import type { ReactNode } from "react";

import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import { CalibrationFacts } from "../calibration/calibration-facts.tsx";
import { progressWords } from "../calibration/calibration-words.ts";
import { CoverageChart } from "../calibration/coverage-chart.tsx";
import { CurveChart } from "../calibration/curve-chart.tsx";
import { HowToCalibrate } from "../calibration/how-to-calibrate.tsx";
import { LearntAgents } from "../calibration/learnt-agents.tsx";
import { PositionsChart } from "../calibration/positions-chart.tsx";
import { Warnings } from "../calibration/warnings.tsx";
import { type PageData, usePageData } from "../data/page-data.ts";
import { PromiseLines } from "../parts/promise-lines.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useTitle } from "../parts/use-title.ts";
import { Waiting } from "../parts/waiting.tsx";
import { hrefOf } from "../routing/route.ts";

/** Whether the guarantee can be relied on. */
export function CalibrationPage(): ReactNode {
  const data = usePageData();
  const { loaded, reload } = useLoaded("calibration", () => data.calibration());
  const promises = useLoaded("promises", () => data.promises());
  useTitle("Calibration");
  return (
    <>
      <h1>Calibration</h1>
      <Waiting loaded={promises.loaded} what="the promises" reload={promises.reload}>
        {(line) => <PromiseLines promises={line} />}
      </Waiting>
      {data.learning !== undefined && <Learning load={data.learning} />}
      <Waiting loaded={loaded} what="the calibration" reload={reload}>
        {(view) => <CalibrationState view={view} />}
      </Waiting>
    </>
  );
}

function Learning({ load }: { readonly load: NonNullable<PageData["learning"]> }): ReactNode {
  const { loaded, reload } = useLoaded("learning", load);
  return (
    <Waiting loaded={loaded} what="what was learnt" reload={reload}>
      {(view) => <LearntAgents view={view} />}
    </Waiting>
  );
}

function CalibrationState({ view }: { readonly view: CalibrationView }): ReactNode {
  const { addLabel } = usePageData();
  const { calibration, counted, coverage, curve, positions, warnings, labelled, failed } = view;
  return (
    <div className="calibration">
      <Warnings warnings={warnings} isPromised={calibration !== undefined || counted !== undefined} />
      {calibration === undefined ? (
        <HowToCalibrate />
      ) : (
        <CalibrationFacts calibration={calibration} isDoubtful={warnings.length > 0} />
      )}
      <p className="progress">
        {progressWords(view)}{" "}
        {labelled < failed && addLabel !== undefined && (
          <a href={hrefOf({ page: "label" })}>Label the next one</a>
        )}
      </p>
      <div className="charts">
        {coverage === undefined ? <NoCoverage /> : <CoverageChart coverage={coverage} />}
        {curve.length > 0 && <CurveChart curve={curve} alpha={calibration?.alpha} labelled={labelled} />}
        {labelled > 0 && <PositionsChart positions={positions} />}
      </div>
    </div>
  );
}

function NoCoverage(): ReactNode {
  return (
    <section className="chart">
      <h2>Coverage of the sets recorded here</h2>
      <p className="empty">
        Nothing to count yet: it takes labelled first attempts whose sets were made with this calibration.
      </p>
    </section>
  );
}
