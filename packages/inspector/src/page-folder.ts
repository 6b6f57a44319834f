/** The folder of the built page. Sources, `dist` and bundles lie equally deep, so one address serves all. */
export const PAGE_FOLDER: URL = new URL("../dist/page/", import.meta.url);
