import type { ReactNode } from "react";

import type { AttemptView } from "../../../src/shared/view/thread-view.ts";
import { effectWords, type EffectWords } from "../../../src/shared/words/effect-words.ts";
import type { PromiseWords } from "../../../src/shared/words/promise-words.ts";
import { rollbackWords } from "../../../src/shared/words/rollback-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { Decision } from "./decision.tsx";

/** Work that the rollback after an attempt undid, or would have undone, work that it did not undo, and problems of the rollback itself. */
export function RollbackNotice({
  attempt,
  promise,
}: {
  readonly attempt: AttemptView;
  readonly promise: PromiseWords | undefined;
}): ReactNode {
  const words = rollbackWords(attempt);
  const isProposed = attempt.proposed !== undefined;
  const { problem, problems = [], reason, decision } = attempt;
  const told = [...problems, ...(problem === undefined ? [] : [problem])].map(({ message }) => message);
  return (
    <div className="notices">
      {words !== undefined && (
        <p className="notice">
          <span className="notice-sign" aria-hidden="true">
            ↩
          </span>
          <span>
            {words.undone} {words.kept} <strong>{words.notUndone}</strong>
            {words.why !== undefined && (
              <>
                {" "}
                <TraceText text={words.why} />
              </>
            )}
          </span>
        </p>
      )}
      <Effects isProposed={isProposed} effects={effectWords(attempt.effects, told, isProposed)} />
      <Decision attempt={attempt} promise={promise} />
      {problems.map(({ code, message }) => (
        <p className="notice notice-bad" key={`${code} ${message}`}>
          <span className="notice-sign" aria-hidden="true">
            !
          </span>
          <span>
            {code === "STOP_REFUSED"
              ? "This attempt was to be stopped early, and went on"
              : "This attempt went otherwise than planned"}{" "}
            ({code}): <TraceText text={message} />
          </span>
        </p>
      ))}
      {problem !== undefined && (
        <p className="notice notice-bad">
          <span className="notice-sign" aria-hidden="true">
            !
          </span>
          <span>
            {decision === "roll-back"
              ? problem.code.startsWith("POLICY_")
                ? "The policy failed, so it restarted"
                : "Nothing is known of the steps, so it restarted"
              : "The rollback could not continue"}{" "}
            ({problem.code}): <TraceText text={problem.message} />
          </span>
        </p>
      )}
      {decision === "give-up" && words === undefined && problem === undefined && reason !== undefined && (
        <p className="notice">
          <span className="notice-sign" aria-hidden="true">
            ✕
          </span>
          <TraceText text={reason} />
        </p>
      )}
    </div>
  );
}

/** Effects of the attempt outside of the graph, and their outcome, or the outcome that they would have. */
function Effects({
  effects,
  isProposed,
}: {
  readonly effects: readonly EffectWords[];
  readonly isProposed: boolean;
}): ReactNode {
  if (effects.length === 0) return null;
  const holding = effects.filter(({ holds }) => holds).length;
  return (
    <details className="effects" open>
      <summary>
        {isProposed ? (
          "Outside of the graph, nothing undone yet"
        ) : (
          <>
            Outside of the graph: {effects.length - holding} undone
            {holding > 0 && (
              <>
                , <strong>{holding} not</strong>
              </>
            )}
          </>
        )}
      </summary>
      <ul>
        {effects.map(({ id, call, standing, holds, why }) => (
          <li key={id} className={holds ? "effect effect-holds" : "effect"}>
            <span className="notice-sign" aria-hidden="true">
              {holds ? "!" : "↩"}
            </span>
            <span>
              <TraceText className="mono" text={call} />: {holds ? <strong>{standing}</strong> : standing}
              {why !== undefined && (
                <>
                  {" "}
                  <TraceText text={why} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
