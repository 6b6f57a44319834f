/**
 * Only what a child process needs. Keys of models are none of its business, and a `node --test` that inherits NODE_TEST_CONTEXT or NODE_OPTIONS behaves otherwise than in a
 * terminal.
 */
export const childEnvironment = (): Record<string, string> => ({ PATH: process.env["PATH"] ?? "" });
