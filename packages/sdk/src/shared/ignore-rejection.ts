/** Keeps a rejection that nobody looks at from ending the program; whoever looks still sees it. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
