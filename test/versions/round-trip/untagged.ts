/** What an update says beside what it is about. */
export function untagged<T extends { readonly sessionUpdate: string }>(update: T): Omit<T, 'sessionUpdate'> {
  const { sessionUpdate: _, ...others } = update;
  return others;
}
