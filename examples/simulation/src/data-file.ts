/** The problems, in a folder beside the one of this file: sources, what is built of them and bundles lie equally deep. */
export const DATA_FILE: URL = new URL("../data/gsm8k-chains.jsonl", import.meta.url);
