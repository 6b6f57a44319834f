import { v5 } from "uuid";

/** A namespace of our own, so that no other ids are the same. */
const NAMESPACE = "6f0d7c1e-52a3-4e0b-9d3c-1f7a8b64c2d5";

/** An id that is the same each time that a figure of a run is sent to the same place: sent again, it replaces itself. */
export const scoreId = (place: string, run: string, name: string): string =>
  v5(JSON.stringify([place, run, name]), NAMESPACE);
