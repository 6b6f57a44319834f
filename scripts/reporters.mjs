/** Arguments of vitest: `.ci/run` counts the tests from the file that TEST_RESULTS_FILE names. */
export function reporters() {
  const file = process.env.TEST_RESULTS_FILE;
  return file ? ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`] : [];
}
