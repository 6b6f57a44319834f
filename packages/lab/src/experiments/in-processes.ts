import { availableParallelism } from "node:os";

import { Tinypool } from "tinypool";

/**
 * Runs a function on each of some inputs, in as many processes as the machine has cores.
 *
 * @param worker the function: its module, and its name there. What it takes and gives is sent from process to process
 * @returns in the order of the inputs
 */
export async function inProcesses<Output>(
  worker: { readonly module: URL; readonly name: string },
  inputs: readonly unknown[],
  onProgress: (done: number, of: number) => void,
): Promise<readonly Output[]> {
  const pool = new Tinypool({
    filename: worker.module.href,
    runtime: "child_process",
    minThreads: 1,
    maxThreads: availableParallelism(),
  });
  let done = 0;
  try {
    return await Promise.all(
      inputs.map(async (input): Promise<Output> => {
        const output: Output = await pool.run(input, { name: worker.name });
        onProgress((done += 1), inputs.length);
        return output;
      }),
    );
  } finally {
    await pool.destroy();
  }
}
