import type { ReactNode } from "react";

import type { CalibrationView } from "../../../src/shared/view/calibration-view.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { forecastWords, keepsNothing } from "../../../src/shared/words/forecast-words.ts";
import { percent } from "../../../src/shared/words/percent.ts";
import { promiseOf } from "./calibration-words.ts";

/** Facts about the calibration and its promise; grey where it should not be relied on. */
export function CalibrationFacts({
  calibration,
  isDoubtful,
}: {
  readonly calibration: NonNullable<CalibrationView["calibration"]>;
  readonly isDoubtful: boolean;
}): ReactNode {
  const { file, method, alpha, forecast, n, scorerFingerprint, guarantee } = calibration;
  return (
    <section
      className={isDoubtful ? "calibration-facts doubtful" : "calibration-facts"}
      aria-label="The calibration"
    >
      {keepsNothing(forecast) && (
        <p className="calibration-forecast alert">{unbroken(forecastWords(forecast))}</p>
      )}
      <p className="calibration-promise">{unbroken(promiseOf(calibration))}</p>
      {!keepsNothing(forecast) && <p className="calibration-forecast">{unbroken(forecastWords(forecast))}</p>}
      <dl>
        <Fact name="Miss rate tolerated">
          {percent(alpha)} <span className="soft">(alpha {alpha})</span>
        </Fact>
        <Fact name="Labelled failures">{n}</Fact>
        <Fact name="Guarantee">{guarantee}</Fact>
        <Fact name="Shape of the sets">{method}</Fact>
        <Fact name="Scorer">
          <TraceText text={scorerFingerprint} />
        </Fact>
        <Fact name="File">
          <TraceText text={file} />
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
