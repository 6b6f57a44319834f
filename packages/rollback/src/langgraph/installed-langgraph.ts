/**
 * @internal Version of the `@langchain/langgraph` that a file gets when it imports it.
 *
 * Node's modules are loaded at run time: an edge runtime has none of them, and a bundle has no folders around it.
 *
 * @param from address of the file, as `import.meta.url`
 * @returns `undefined` where it cannot be read
 */
export function installedLanggraph(from: string): string | undefined {
  try {
    const { createRequire } = process.getBuiltinModule("node:module");
    const manifest: unknown = createRequire(from)("@langchain/langgraph/package.json");
    const isManifest = typeof manifest === "object" && manifest !== null && "version" in manifest;
    return isManifest && typeof manifest.version === "string" ? manifest.version : undefined;
  } catch {
    return undefined;
  }
}
