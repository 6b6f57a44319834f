/** Where the page is built to: sources, what is built of them and bundles lie equally deep. */
export const PAGE_FOLDER: URL = new URL("../dist/page/", import.meta.url);
