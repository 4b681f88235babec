/** What a client asks the address of the agent for. */
import type { LoggedMessage } from '../../conversation/message.ts';

/** One request of a client to the address of the agent, as it came. */
export interface SeenRequest {
  /** Milliseconds since the address was there. */
  readonly at: number;
  /** Such as `POST`. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The text of a POST. */
  readonly body: string;
  /** The same as JSON; undefined if it is none. */
  readonly value: unknown;
}

/** A header that is there once. */
export const headerOf = ({ headers }: Pick<SeenRequest, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

const shown = ['acp-connection-id', 'acp-session-id', 'acp-protocol-version', 'content-type', 'accept', 'cookie'];

/** The requests as evidence. */
export const requestLog = (seen: readonly SeenRequest[]): readonly LoggedMessage[] =>
  seen.map((request) => {
    const lines = shown.flatMap((name) => {
      const value = headerOf(request, name);
      return value === undefined ? [] : [`${name}: ${value}`];
    });
    return { from: 'peer', at: request.at, text: [`${request.method} ${request.path}`, ...lines].join(' | ') };
  });
