/** The error of a server that cannot be reached: its address and why, in one sentence. */
export function unreachable(url: URL, cause: unknown): Error {
  // After a semicolon, Node advises options of its own command line.
  const [reason] = (cause as Error).message.split(';', 1);
  return new Error(`${url.href} cannot be reached: ${reason}.`, { cause });
}
