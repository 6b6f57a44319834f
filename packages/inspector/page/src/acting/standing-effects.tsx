import type { ReactNode } from "react";

import { effectWords } from "../../../src/shared/words/effect-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { EFFECT_ACTIONS } from "./action-names.ts";
import { useActing } from "./use-acting.ts";

/** Effects of the last run that stand or are held, each with what can be done about it. */
export function StandingEffects(): ReactNode {
  const acting = useActing();
  const effects = acting?.view?.effects ?? [];
  if (acting === undefined || effects.length === 0 || acting.view?.refused !== undefined) return null;
  const words = effectWords(effects);
  return (
    <section className="standing-effects" aria-labelledby="standing-title">
      <h2 id="standing-title" className="pane-title">
        Effects outside of the graph <span className="soft">that stand or are held</span>
      </h2>
      <ul>
        {effects.map(({ can, id, name }, place) => (
          <li key={id}>
            <span>
              <TraceText className="mono" text={words[place]?.call ?? name} />: {words[place]?.standing}
            </span>
            {acting.view?.question === undefined &&
              can.map((action) => (
                <button
                  key={action}
                  type="button"
                  onClick={() => acting.open({ kind: "effect", effect: id, action })}
                >
                  {EFFECT_ACTIONS[action].name}
                  <span className="for-screen-readers"> {words[place]?.call}</span> …
                </button>
              ))}
          </li>
        ))}
      </ul>
      {acting.view?.question !== undefined && (
        <p className="soft">The answer to the question decides about them.</p>
      )}
    </section>
  );
}
