import { z } from "zod";

import { parentOf, type FileTree } from "./file-entry.ts";

/** @internal Properties of files that a tree of git does not keep. */
export interface Manifest {
  readonly version: 1;
  /** The commonest permission bits of each kind; `modes` has those of all others. */
  readonly usual: { readonly file: number; readonly program: number; readonly folder: number };
  readonly modes: readonly (readonly [path: string, mode: number])[];
  readonly emptyFolders: readonly string[];
  readonly unstored: readonly (readonly [path: string, reason: string])[];
}

const mode = z.int().min(0).max(0o7777);

const manifestSchema: z.ZodType<Manifest> = z.object({
  version: z.literal(1),
  usual: z.object({ file: mode, program: mode, folder: mode }),
  modes: z.array(z.tuple([z.string(), mode])),
  emptyFolders: z.array(z.string()),
  unstored: z.array(z.tuple([z.string(), z.string()])),
});

type Kind = keyof Manifest["usual"];

/** @internal Whether git keeps a file as one that can be executed. */
export const isProgram = (permissions: number): boolean => (permissions & 0o100) !== 0;

const kindOf = (permissions: number): Kind => (isProgram(permissions) ? "program" : "file");

/** @internal The manifest of files; the same for the same ones. */
export function manifestOf(tree: FileTree): Manifest {
  const counts = { file: new Map<number, number>(), program: new Map(), folder: new Map() };
  for (const [, kind, bits] of modesIn(tree)) counts[kind].set(bits, (counts[kind].get(bits) ?? 0) + 1);
  const usual = {
    file: commonest(counts.file, 0o644),
    program: commonest(counts.program, 0o755),
    folder: commonest(counts.folder, 0o755),
  };
  const modes: [string, number][] = [];
  for (const [path, kind, bits] of modesIn(tree)) if (usual[kind] !== bits) modes.push([path, bits]);
  return {
    version: 1,
    usual,
    modes: modes.toSorted(byPath),
    emptyFolders: emptyIn(tree).toSorted(),
    unstored: [...tree.unstored].toSorted(byPath),
  };
}

function* modesIn({
  files,
  folders,
}: FileTree): Generator<readonly [path: string, kind: Kind, mode: number]> {
  for (const [path, { kind, mode: bits }] of files) if (kind === "file") yield [path, kindOf(bits), bits];
  for (const [path, bits] of folders) yield [path, "folder", bits];
}

function commonest(counts: ReadonlyMap<number, number>, otherwise: number): number {
  const [most] = [...counts].toSorted(([a, times], [b, others]) => others - times || a - b);
  return most?.[0] ?? otherwise;
}

/** Folders with nothing in them that git keeps. */
function emptyIn({ files, folders }: FileTree): string[] {
  const parents = new Set<string>();
  for (const path of files.keys()) parents.add(parentOf(path));
  for (const path of folders.keys()) parents.add(parentOf(path));
  return [...folders.keys()].filter((path) => path !== "" && !parents.has(path));
}

const byPath = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/**
 * @internal
 * @throws {Error} if it is none, or of a newer version
 */
export function parseManifest(text: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new Error(`The snapshot's manifest cannot be read: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
