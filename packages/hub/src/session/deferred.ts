/** A promise that is settled from outside. */

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

const ignore = (): void => undefined;

/** A rejection that nothing waits for is not an error of the program. */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = ignore;
  let reject: (error: unknown) => void = ignore;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(ignore);
  return { promise, resolve, reject };
}
