import { userInfo } from "node:os";

/** Name of the user that the process runs as. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user that has no name.
    return "someone";
  }
}
