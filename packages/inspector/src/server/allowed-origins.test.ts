import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";

import { allowedOrigins, authority, checkOrigin } from "./allowed-origins.ts";

describe("allowedOrigins", () => {
  it.each(["127.0.0.1", "localhost", "::1", "127.8.8.8"])(
    "is this machine's own names, bound to %s",
    (host) => {
      const origins = ["http://127.0.0.1:4000", "http://localhost:4000", "http://[::1]:4000"];
      expect([...allowedOrigins(host, 4000, [])]).toEqual(origins);
    },
  );

  it("is the very name that was bound otherwise, and what was given", () => {
    expect([...allowedOrigins("192.0.2.7", 4000, ["https://box.example"])]).toEqual([
      "http://192.0.2.7:4000",
      "https://box.example",
    ]);
  });

  it.each(["0.0.0.0", "::"])(
    "is all addresses of this machine, bound to %s, and no name of another",
    (host) => {
      const allowed = allowedOrigins(host, 4000, []);
      const own = Object.values(networkInterfaces()).flatMap((each) =>
        (each ?? []).map(({ address }) => address),
      );
      for (const address of own) expect(allowed).toContain(`http://${authority(address)}:4000`);
      expect(allowed).toContain("http://localhost:4000");
      expect(allowed).not.toContain("http://0.0.0.0:4000");
      const named = /^http:\/\/(localhost|[\d.]+|\[[\da-f:.]+\]):4000$/;
      expect([...allowed].filter((origin) => !named.test(origin))).toEqual([]);
    },
  );

  it("needs no port where browsers leave it out", () => {
    expect(allowedOrigins("localhost", 80, [])).toContain("http://localhost");
    expect(allowedOrigins("localhost", 8080, [])).not.toContain("http://localhost");
  });
});

describe("checkOrigin", () => {
  it.each([
    ["https://Box.Example/", "https://box.example"],
    ["http://box:8080/path?q", "http://box:8080"],
    ["https://box:443", "https://box"],
  ])("takes %s for %s, as browsers write it", (given, origin) => {
    expect(checkOrigin(given)).toBe(origin);
  });

  it.each(["inspector.example", "", "file:///etc", "javascript:alert(1)", "*"])("refuses %j", (given) => {
    expect(() => checkOrigin(given)).toThrow(RangeError);
  });
});
