/** The two functions of a test runner that the suites need: those of vitest, jest, mocha or node:test. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
}
