import { expect, it } from "vitest";

import { messageViewsIn } from "./message-view.ts";

/** Nothing makes a text of it. */
const textless: unknown = JSON.parse(`{"toString":1,"valueOf":1}`);

it("takes for its role whichever of role and type is a text, and anything for its content", () => {
  expect(
    messageViewsIn([
      { role: textless, type: "human", content: [{ type: textless }, { type: "image" }, "said"] },
      { role: "user", type: textless, content: textless },
    ]),
  ).toEqual([
    { role: "human", text: "(unknown)\n(image)\nsaid", toolCalls: [] },
    { role: "user", text: "(unknown)", toolCalls: [] },
  ]);
});
