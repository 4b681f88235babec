/** Addresses of remote agents, as users write them. */
import { UsageError } from '../errors/usage-error.ts';

/** Whether a text is the URL of an agent. */
export const isAgentUrl = (url: string): boolean => URL.canParse(url) && /^(?:wss?|https?):/u.test(url);

/** Throws if `url` is not the URL of an agent, or of what `whose` says. */
export function requireAgentUrl(url: string, whose = 'an agent'): void {
  if (!isAgentUrl(url)) {
    throw new UsageError(`${url} is not the URL of ${whose}; it must begin with ws:, wss:, http: or https:`);
  }
}

/** The URL without its query, which may be a secret; throws if it is not the URL of an agent. */
export function urlWithoutQuery(url: string): string {
  requireAgentUrl(url);
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Parses the values of `--header`. */
export function readHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/u.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        throw new UsageError('--header must be "name: value", such as --header "x-team: garden"');
      }
      return [name, value];
    }),
  );
}
