/** Explains why a server cannot listen, with the flags `--host` and `--port`. */
import { UsageError } from './usage-error.ts';

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the address is in use; choose another --port, or 0 for a free one',
  EACCES: 'permission denied; choose a --port above 1023, or 0 for a free one',
  EADDRNOTAVAIL: 'this machine has no such address; choose another --host, such as 127.0.0.1',
  ENOTFOUND: 'unknown host name; choose another --host, such as 127.0.0.1',
  EAI_AGAIN: 'unknown host name; choose another --host, such as 127.0.0.1',
};

/** The error to throw; one that does not come from the system stays as it is. */
export function unavailableAddress(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const reason = problems[code] ?? `(${message}); check --host and --port`;
  return new UsageError(`${host}:${port} is not available: ${reason}`, { cause: error });
}
