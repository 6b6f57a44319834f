/** The file of the problems. Sources, `dist` and bundles lie equally deep, so one address serves all. */
export const DATA_FILE: URL = new URL("../data/gsm8k-chains.jsonl", import.meta.url);
