/**
 * The bearer token that is sent to a remote agent.
 *
 * It comes from the first of these: a header of the command line, `--token-file`, a header or the token file of the
 * entry in the config file, `ACP_TOKEN`, and the file of a server or hub that this user runs on this machine. What
 * belongs to one agent comes before `ACP_TOKEN`, so that no agent is sent the token of another.
 */
import type { AgentServer } from '../config/agent-server.ts';
import { readTextFile } from '../config/json-file.ts';
import { firstOf } from '../config/settings.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readSecret } from '../files/secret-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { findHubToken } from './running-hub.ts';
import { findServedToken, isServedTokenFile } from './served-token.ts';

type Env = Terminal['env'];
type Headers = Readonly<Record<string, string>>;

/** An address, and what is sent to it. */
interface Address {
  readonly url: string;
  readonly headers: Headers;
  /** The file with its token. */
  readonly tokenFile?: string | undefined;
}

/** The agent with its token in a header, if it is remote and there is one. `tokenFile` is that of the command line. */
export function withToken(server: AgentServer, tokenFile: string | undefined, env: Env): AgentServer {
  if (server.kind === 'url') return { ...server, headers: headersWithToken(server, tokenFile, env) };
  if (tokenFile === undefined) return server;
  throw new UsageError(`--token-file is for remote agents, and ${server.name} is not`);
}

/** The headers of an address, with its token. */
export function headersWithToken(
  { url, headers, tokenFile: own }: Address,
  named: string | undefined,
  env: Env,
): Headers {
  if (named !== undefined) return bearer(withoutAuthorization(headers), readToken(named, '--token-file', env));
  if (hasAuthorization(headers)) return headers;
  if (own !== undefined) return bearer(headers, readToken(own, 'the token file', env));
  return bearer(headers, firstOf(undefined, env['ACP_TOKEN'], undefined) ?? ownServerToken(url, env));
}

/** The token of a server or a hub that this user runs on this machine. */
const ownServerToken = (url: string, env: Env): string | undefined =>
  findServedToken(url, env) ?? findHubToken(url, env);

const bearer = (headers: Headers, token: string | undefined): Headers =>
  token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };

const isAuthorization = (header: string): boolean => header.toLowerCase() === 'authorization';

/** Whether the headers have credentials. */
export const hasAuthorization = (headers: Headers): boolean => Object.keys(headers).some(isAuthorization);

const withoutAuthorization = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => !isAuthorization(header)));

/** A file that the user names may be a link, or one that others can read; that of a server of this user may not. */
function readToken(path: string, what: string, env: Env): string {
  const isServed = isServedTokenFile(path, env);
  const text = isServed ? readSecret(path) : readTextFile(path)?.trim();
  const advice = isServed ? 'is the server running?' : 'check its name';
  if (text === undefined) throw new UsageError(`${what}: file ${path} not found; ${advice}`);
  if (text === '') throw new UsageError(`${what}: ${path} is empty; ${advice}`);
  const token = text;
  // A header has no line breaks, and the text of another file must not be sent.
  if (/^[\x21-\x7e]+$/u.test(token)) return token;
  throw new UsageError(`${what}: ${path} has more than a token in it; it must be one word`);
}
