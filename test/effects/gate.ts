/** Something that waits until it is opened. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
  /** Opens it by an exception. */
  readonly fail: (error: unknown) => void;
}

export function gate(): Gate {
  let [open, fail]: [() => void, (error: unknown) => void] = [() => {}, () => {}];
  const passed = new Promise<void>((resolve, reject) => {
    [open, fail] = [resolve, reject];
  });
  return { passed, open, fail };
}
