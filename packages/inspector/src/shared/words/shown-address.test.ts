import fc from "fast-check";
import { expect, it } from "vitest";

import { shownAddress } from "./shown-address.ts";

it("shows a file's path, and of an address who, where and which", () => {
  expect(shownAddress("a folder/threads.sqlite")).toBe("a folder/threads.sqlite");
  expect(shownAddress("postgresql://me:secret@host:5432/db?password=secret#secret")).toBe(
    "postgresql://me@host:5432/db",
  );
  expect(shownAddress("postgresql://host/db")).toBe("postgresql://host/db");
  expect(shownAddress(" \tpostgresql://me:secret@host/db\n")).toBe("postgresql://me@host/db");
  expect(shownAddress("host=h password=secret")).toBe("host=h password=***");
});

it("shows no password, wherever a character that was not escaped puts it", () => {
  for (const password of ["12/hunter2", "12?hunter2", "12#hunter2", "hunter2@1", "1:hunter2", "hunter2/1"])
    expect(shownAddress(`postgresql://me:${password}@host/db`)).not.toContain("hunter2");
  const secret = fc.string({ unit: "binary-ascii", maxLength: 6 });
  fc.assert(
    fc.property(secret, secret, (before, after) => {
      expect(shownAddress(`postgresql://me:${before}hunter2${after}@host/db`)).not.toContain("hunter2");
    }),
  );
});
