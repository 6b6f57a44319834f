import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";

it("exchanges the token in the address for a cookie, and gives the page at once", async () => {
  const { url, port } = await openInspector();
  const entered = await fetch(url, { redirect: "manual" });
  expect(entered.status).toBe(200);
  expect(await entered.text()).toContain("<!doctype html>");
  const token = new URL(url).searchParams.get("token");
  expect(entered.headers.get("set-cookie")).toBe(
    `langgraph-rollback-${port}=${token}; Path=/; HttpOnly; SameSite=Strict`,
  );
});

it("makes a token of 256 random bits", async () => {
  const tokenOf = async () => new URL((await openInspector()).url).searchParams.get("token") ?? "";
  const token = await tokenOf();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(await tokenOf()).not.toBe(token);
});

it.each(["/", "/page.js", "/page.css", "/api/info", "/api/threads", "/nowhere"])(
  "refuses %s without a token",
  async (path) => {
    const { origin } = await openInspector();
    const answer = await fetch(`${origin}${path}`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: "TOKEN_MISSING" } });
  },
);

it("refuses tokens that are not the one, whatever is wrong with them", async () => {
  const { url, origin, cookie, ask } = await openInspector();
  const token = new URL(url).searchParams.get("token") ?? "";
  for (const wrong of ["", token.slice(1), `${token}x`, token.toLowerCase(), "%00"]) {
    const offered = await fetch(`${origin}/?token=${wrong}`, { redirect: "manual" });
    expect(offered.status).toBe(401);
    expect(offered.headers.has("set-cookie")).toBe(false);
    const carried = await fetch(`${origin}/api/info`, { headers: { cookie: cookie.replace(token, wrong) } });
    expect(carried.status).toBe(401);
  }
  expect((await ask("/api/info")).status).toBe(200);
});

it("takes a token in the address of the page only", async () => {
  const { url, origin } = await openInspector();
  const token = new URL(url).searchParams.get("token");
  const answer = await fetch(`${origin}/api/info?token=${token}`, { redirect: "manual" });
  expect(answer.status).toBe(401);
});

it("keeps the cookies of two inspectors on one machine apart", async () => {
  const [one, other] = [await openInspector(), await openInspector()];
  const answer = await fetch(`${one.origin}/api/info`, { headers: { cookie: other.cookie } });
  expect(answer.status).toBe(401);
  const both = { cookie: `${other.cookie}; ${one.cookie}` };
  expect((await fetch(`${one.origin}/api/info`, { headers: both })).status).toBe(200);
});

it("refuses to start with a token that could be guessed or would have to be escaped", async () => {
  for (const token of ["", "secret", `${"a".repeat(30)};`, "ä".repeat(30)])
    await expect(openInspector({ token })).rejects.toThrow(RangeError);
});

it("says in plain words how to get in, in a browser", async () => {
  const { origin } = await openInspector();
  const answer = await fetch(origin, { headers: { accept: "text/html,*/*" } });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await answer.text()).toMatch(/^Open the address that was printed/);
});
