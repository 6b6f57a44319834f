import { readFiles, type Files } from "../project/files.ts";
import { runTests, testSentence } from "../project/run-tests.ts";

/**
 * Whether a project is mended: `node --test` passes in its folder, and the tests that it had are what they were. Facts, not the agent's words.
 *
 * @param before the project as it was given to the agent
 */
export async function verifyProject(
  folder: string,
  before: Files,
  signal?: AbortSignal,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  const now = await readFiles(folder);
  const altered = Object.keys(before).filter((at) => at.startsWith("test/") && now[at] !== before[at]);
  if (altered.length > 0) return { ok: false, reason: `${altered.join(", ")} was altered.` };
  const result = await runTests(folder, { signal });
  const isRight = result.failed.length === 0 && result.passed > 0;
  return isRight ? { ok: true } : { ok: false, reason: testSentence(result) };
}
