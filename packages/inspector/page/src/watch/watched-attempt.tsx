import type { ReactNode } from "react";

import type { AttemptView, CheckView } from "../../../src/shared/view/thread-view.ts";
import { earlyWords } from "../../../src/shared/words/early-words.ts";
import { checkWords } from "../../../src/shared/words/watch-words.ts";
import { LongText } from "../parts/long-text.tsx";
import { TraceText } from "../parts/trace-text.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { AlarmChart } from "./alarm-chart.tsx";

/** Observations of an attempt while it ran: what stopped it early, the course of its alarm, and the checks after its nodes. */
export function WatchedAttempt({
  attempt,
  selected,
  hrefOfStep,
}: {
  readonly attempt: AttemptView;
  /** Index of the step that is looked at. */
  readonly selected: number | undefined;
  readonly hrefOfStep: (step: number) => string;
}): ReactNode {
  const early = earlyWords(attempt);
  const { alarm, checks = [], moreChecks } = attempt.watch ?? {};
  if (early === undefined && alarm === undefined && checks.length === 0) return null;
  return (
    <section className="watched" aria-label="While it ran">
      {early !== undefined && (
        <p className="notice notice-bad">
          <span className="notice-sign" aria-hidden="true">
            ■
          </span>
          <span>
            <strong>Stopped early.</strong> <TraceText text={early} />
          </span>
        </p>
      )}
      <div className="watched-parts">
        {alarm !== undefined && (
          <div>
            <AlarmChart attempt={attempt} alarm={alarm} selected={selected} />
            <AlarmPromise alarm={alarm} />
          </div>
        )}
        {checks.length > 0 && (
          <section aria-labelledby="checks-title">
            <h2 id="checks-title">Checks after nodes</h2>
            <ul className="checks">
              {checks.map((check) => (
                <Check key={`${check.step} ${check.node}`} check={check} href={hrefOfStep(check.step)} />
              ))}
            </ul>
            {moreChecks !== undefined && <p className="soft">{moreChecks} more checks are left out.</p>}
          </section>
        )}
      </div>
    </section>
  );
}

/** The promise behind an alarm, and what gave its scores. */
function AlarmPromise({
  alarm: { reason, scorer },
}: {
  readonly alarm: NonNullable<NonNullable<AttemptView["watch"]>["alarm"]>;
}): ReactNode {
  return (
    <p className="soft watched-promise">
      {reason !== undefined && <TraceText text={unbroken(reason)} />}
      {scorer !== "" && (
        <>
          {" "}
          Scores by <TraceText className="mono" text={scorer} />.
        </>
      )}
    </p>
  );
}

function Check({ check, href }: { readonly check: CheckView; readonly href: string }): ReactNode {
  const { mark, word, tone } = checkWords(check);
  return (
    <li className={`check tone-${tone}`}>
      <span className="check-mark" aria-hidden="true">
        {mark}
      </span>
      <div>
        <a href={href}>Step {check.step + 1}</a>, <TraceText text={check.node} />: <strong>{word}</strong>
        {check.reason !== undefined && <LongText text={check.reason} />}
      </div>
    </li>
  );
}
