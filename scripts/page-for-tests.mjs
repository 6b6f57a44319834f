// Vitest's global set-up: some tests open the inspector's page.
import { buildPage } from "./build-page.mjs";

export async function setup() {
  if ((await buildPage()) !== 0) throw new Error("The inspector's page could not be built; see above.");
}
