import type { Price } from "../../asking/parse-price.ts";
import { costOfTokens } from "../../asking/price.ts";
import { estimate } from "../../asking/estimated-model.ts";
import { systemNamed } from "../../systems/systems.ts";
import { table } from "../../documents/table.ts";
import { type ModelExtent, TASKS_EACH, trySettingOf } from "./model-setting.ts";
import { dollars } from "./model-table.ts";
import { TABLE_ARM_NAMES } from "./table-arms.ts";
import { tryFailures } from "./try-failures.ts";

/**
 * Estimates the cost of a run with a real model by one with the simulated model, whose texts are shorter than those of most models. Nobody is asked.
 *
 * @returns tables in Markdown
 */
export async function estimateRun(
  extent: ModelExtent,
  { maxTokens, price }: { readonly maxTokens: number; readonly price: Price },
): Promise<string> {
  const rows: string[][] = [];
  let [about, atMost] = [0, 0];
  for (const name of extent.systems) {
    const counted = estimate(maxTokens);
    const system = await systemNamed(name, {}, counted.choose);
    await tryFailures(system, trySettingOf(extent), {
      arms: TABLE_ARM_NAMES,
      tasksEach: TASKS_EACH,
      known: () => undefined,
      onTried: () => Promise.resolve(),
    });
    const { input, output } = counted.tokens();
    const [likely, most] = [counted.tokens(), counted.most()].map((tokens) => costOfTokens(tokens, price));
    about += likely ?? 0;
    atMost += most ?? 0;
    rows.push([
      name,
      String(counted.calls()),
      String(input),
      String(output),
      dollars(likely ?? 0),
      dollars(most ?? 0),
    ]);
  }
  return [
    table(["", "calls", "tokens in", "tokens out", "about", "at most"], rows),
    `About ${dollars(about)}, for texts as long as the simulated model's; at most ${dollars(atMost)}, if each of these calls took all that is reserved for it. A model that errs more or less often makes more calls or fewer. Nothing was asked.`,
  ].join("\n\n");
}
