/** The inspector's page is not where the package holds it. */
export class PageMissingError extends Error {
  override readonly name = "PageMissingError";
  readonly code = "PAGE_MISSING";
  /** Folder in which it should be. */
  readonly folder: string;

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `There is no built page in ${folder}. Install the package anew, or, in a clone of the repository, run \`npm run build\`.`,
      options,
    );
    this.folder = folder;
  }
}
