import { checkSteps } from "@langgraph-rollback/attribution/trajectory";

import type { Attributor, Finding } from "./attributor.ts";
import { methodFingerprint } from "./method-fingerprint.ts";

/** @internal Parts of a method. */
export interface Method<F extends Finding> extends Pick<Attributor<F>, "name" | "attribute" | "estimate"> {
  /** Constant texts and settings that the scores depend on, as JSON. */
  readonly version: unknown;
  /** The models that the method calls. */
  readonly judge: { readonly id: string };
}

/**
 * @internal A method as an attributor. The method is never called for a trajectory without steps, nor once its signal is aborted. The fingerprint
 * identifies its version and its judge.
 */
export function attributorOf<F extends Finding>({
  name,
  version,
  judge,
  attribute,
  estimate,
}: Method<F>): Attributor<F> {
  return {
    name,
    fingerprint: methodFingerprint(name, version, judge.id),
    attribute: async (evidence, signal) => {
      checkSteps(evidence.trajectory);
      signal?.throwIfAborted();
      return attribute(evidence, signal);
    },
    estimate,
  };
}
