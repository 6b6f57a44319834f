/** `workspace` stores files with git, and there is no such program. */
export class GitMissingError extends Error {
  override readonly name = "GitMissingError";
  readonly code = "GIT_MISSING";

  constructor(cause?: unknown) {
    super(
      "`workspace` stores files with git, and no program `git` was found. Install git, or give `workspace` functions `snapshot` and `restore` of your own.",
      { cause },
    );
  }
}
