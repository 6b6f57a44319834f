// The demo itself comes with phase 2 of issue 2; see README.md.
export {};
