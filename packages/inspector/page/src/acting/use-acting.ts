import { createContext, useContext } from "react";

import type { ActingView } from "../../../src/shared/acting/acting-view.ts";
import type { ActionBodies } from "../../../src/shared/acting/requests.ts";
import type { EffectAction } from "./action-names.ts";

/** Purpose of a dialog. Steps are 0-based. */
export type Intent =
  | { readonly kind: "retry" | "approve"; readonly step: number }
  | { readonly kind: "fork" | "what-if"; readonly step: number }
  | { readonly kind: "decline" }
  | { readonly kind: "delete" }
  | { readonly kind: "cancel"; readonly run: string }
  | { readonly kind: "effect"; readonly effect: string; readonly action: EffectAction };

/** A person at a thread that they may act on. */
export interface Acting {
  readonly thread: string;
  /** Actions that can be done; `undefined` until they are known. */
  readonly view: ActingView | undefined;
  /** Name under which the person acts. */
  readonly by: string;
  readonly setBy: (by: string) => void;
  readonly open: (intent: Intent) => void;
  /**
   * Sends an action. The page tells what is refused.
   *
   * @param told what the page tells if it was done
   * @returns whether it was done, or has been started
   */
  readonly act: <Name extends keyof ActionBodies>(
    name: Name,
    body: ActionBodies[Name],
    told: string,
  ) => Promise<boolean>;
}

const ActingContext = createContext<Acting | undefined>(undefined);

export const ActingContextProvider: typeof ActingContext.Provider = ActingContext.Provider;

/** `undefined` where the page may not act. */
export function useActing(): Acting | undefined {
  return useContext(ActingContext);
}
