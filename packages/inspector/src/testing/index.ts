export { sampleSource } from "./sample-source.ts";
export type { SampleSource, SampleSourceOptions } from "./sample-source.ts";
export { testLabelStore } from "./test-label-store.ts";
