/** Keeps a rejection that is never looked at from ending the program; `await` still throws it. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
