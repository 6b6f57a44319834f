/** A worker was given a graph whose runs have files of a folder, which another machine would not find. */
export class FolderNotSharedError extends Error {
  override readonly name = "FolderNotSharedError";
  readonly code = "FOLDER_NOT_SHARED";
  readonly graph: string;

  constructor(graph: string) {
    super(
      `The graph "${graph}" has a \`workspace\` in a folder, and a run that goes on elsewhere would not find its files there. ` +
        'Pass `folders: "shared"` if all workers see the same folder and the same `store`, or give the graph a workspace with `snapshot` and `restore`.',
    );
    this.graph = graph;
  }
}
