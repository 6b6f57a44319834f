export { cassetteHeader } from "./asking/cassette/cassette-format.ts";
export { recordModel } from "./asking/cassette/record-model.ts";
export { replayModel, ReplayModel } from "./asking/cassette/replay-model.ts";
export { CassetteFormatError } from "./errors/cassette-format-error.ts";
export { CassetteMissError } from "./errors/cassette-miss-error.ts";
