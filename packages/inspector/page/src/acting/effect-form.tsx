import type { ReactNode } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import { effectWords } from "../../../src/shared/words/effect-words.ts";
import { TraceText } from "../parts/trace-text.tsx";
import { EFFECT_ACTIONS } from "./action-names.ts";
import { ActionForm } from "./dialog-parts.tsx";
import { type Intent, useActing } from "./use-acting.ts";

/** Undoes one effect, or decides about one held act. */
export function EffectForm({
  view: { effects, expected },
  intent: { action, effect: id },
  onDone,
}: {
  readonly view: ActingView;
  readonly intent: Intent & { readonly kind: "effect" };
  readonly onDone: () => void;
}): ReactNode {
  const acting = useActing();
  if (acting === undefined) return null;
  const { does, name } = EFFECT_ACTIONS[action];
  const effect = effects.find((each) => each.id === id);
  const [words] = effectWords(effect === undefined ? [] : [effect]);
  const canBe = effect?.can.includes(action) === true;
  return (
    <ActionForm
      title={`${name} one effect`}
      button={name}
      isReady={canBe}
      onDone={onDone}
      onSend={(asked) =>
        acting.act(
          "effect",
          { thread: acting.thread, expected, ...asked, effect: id, action },
          `Done: ${name.toLowerCase()} one effect.`,
        )
      }
    >
      {words !== undefined && (
        <p>
          <TraceText className="mono" text={words.call} />: {words.standing}
        </p>
      )}
      <p>{canBe ? does : "That cannot be done about it as it stands."}</p>
    </ActionForm>
  );
}
