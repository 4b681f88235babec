/** Keeps a rejection that nobody looks at from ending the program; whoever looks still sees it. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
