import { describeError } from "../../errors/describe-error.ts";
import { HoldRefusedError } from "../../errors/hold-refused-error.ts";
import type { EffectHandling, HeldCall } from "../declaring/effect-options.ts";

/**
 * @internal The result that the agent gets of an act that is held.
 *
 * @throws {HoldRefusedError} if the user's own receipt throws
 */
export function receiptOf(handling: EffectHandling | undefined, call: HeldCall): unknown {
  const receipt = handling?.hold?.receipt;
  if (receipt === undefined)
    return `"${call.name}" is accepted. It will be carried out when the whole task is done; nothing more has to be done for it.`;
  try {
    return receipt(call);
  } catch (error) {
    throw new HoldRefusedError(call.name, `Its \`receipt\` threw: ${describeError(error).message}`);
  }
}
