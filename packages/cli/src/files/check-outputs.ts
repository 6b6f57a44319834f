import { existsSync } from "node:fs";
import path from "node:path";
import { UsageError } from "../errors/usage-error.ts";
import { fileIdentity } from "./file-identity.ts";
import { namesStdin, pipeCopied } from "./pipe-copies.ts";

/** Files by the option or argument that names them. What is no file's name, such as a flag or an address, is passed over. */
export type NamedFiles = Readonly<Record<string, string | readonly string[] | true | undefined>>;

/** The files of one command. */
export interface CommandFiles {
  readonly reads: NamedFiles;
  readonly writes: NamedFiles;
  /** Whether what exists may be overwritten. What the command reads may not, in any case. */
  readonly force?: true | undefined;
}

interface NamedFile {
  readonly name: string;
  readonly file: string;
}

/**
 * Says so before the work if files cannot be written, or if writing them would destroy something. Links, hard links and
 * other spellings of a path are the same file.
 *
 * @throws {UsageError} if a folder is missing, if something is both read and written or written twice, if a file exists
 *   and may not be overwritten, and if what exists is not a file
 */
export function checkOutputs({ force, reads, writes }: CommandFiles): void {
  const inputs = namedIn(reads).flatMap(withSidecars);
  const outputs = namedIn(writes);
  for (const [place, output] of outputs.entries()) {
    checkFolderOf(output);
    const { file, name } = output;
    const { id, kind } = fileIdentity(file);
    if (kind === "other")
      throw new UsageError(`Expected \`${name}\` to name a file, but "${file}" is not a file.`);
    const input = inputs.find((each) => fileIdentity(each.file).id === id);
    if (input !== undefined)
      throw new UsageError(
        `Expected \`${name}\` to name another file than \`${input.name}\`: "${file}" is "${input.file}", which is read.`,
      );
    const twin = outputs.slice(0, place).find((each) => fileIdentity(each.file).id === id);
    if (twin !== undefined)
      throw new UsageError(
        `Expected \`${twin.name}\` and \`${name}\` to name two files, got "${twin.file}" and "${file}".`,
      );
    if (kind === "file" && force !== true)
      throw new UsageError(
        `Expected \`${name}\` to name a new file, but "${file}" exists already. Name another one, or overwrite it with \`--force\`.`,
      );
  }
}

function checkFolderOf({ file, name }: NamedFile): void {
  const folder = path.dirname(path.resolve(file));
  if (!existsSync(folder)) {
    throw new UsageError(
      `Expected \`${name}\` to name a file in an existing folder, but there is no "${folder}".`,
    );
  }
}

function namedIn(files: NamedFiles): readonly NamedFile[] {
  return Object.entries(files).flatMap(([name, given]) =>
    [given ?? []].flat().flatMap((file) => (file === true ? [] : [{ name, file }])),
  );
}

/** Files that SQLite keeps beside a database, which are a part of it; a link is resolved first. The standard input may be a file. */
function withSidecars({ name, file }: NamedFile): readonly NamedFile[] {
  const copied = pipeCopied(file);
  if (copied !== undefined) return [{ name, file: namesStdin(copied) ? "/dev/stdin" : copied }];
  const files = new Set([file, fileIdentity(file).target]);
  return [...files].flatMap((each) =>
    ["", "-wal", "-shm", "-journal"].map((end) => ({ name, file: `${each}${end}` })),
  );
}
