/**
 * The hub that a command uses: the one that is named by `--hub` or ACP_HUB, the one of the config file, or the one that
 * this user runs on this machine.
 */
import type { AgentFlags } from '../command-line/agent-options.ts';
import { noDefaults, type AgentServer } from '../config/agent-server.ts';
import { firstOf, type Settings } from '../config/settings.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hasAuthorization, withToken } from '../token/bearer-token.ts';
import { findRunningHubs } from '../token/running-hub.ts';
import { readHeaders, requireAgentUrl, urlWithoutQuery } from './agent-url.ts';

/** The hub as a remote agent. */
export type HubServer = AgentServer & { readonly kind: 'url' };

/** The flags that choose a hub. */
export type HubFlags = Pick<AgentFlags, 'hub' | 'header' | 'tokenFile' | 'agent'>;

/** The hub with its token; throws a `UsageError` if there is none. */
export function hubServer(flags: HubFlags, { hub: usual }: Pick<Settings, 'hub'>, env: Terminal['env']): HubServer {
  const named = typeof flags.hub === 'string' && flags.hub !== '' ? flags.hub : undefined;
  const usualUrl = usual === undefined ? undefined : hubUrl(usual.url);
  const chosen = firstOf(named, env['ACP_HUB'], usualUrl) ?? runningUrl(env);
  const url = hubUrl(chosen);
  const headers = readHeaders(flags.header ?? []);
  if (flags.tokenFile !== undefined && hasAuthorization(headers)) {
    throw new UsageError('--token-file and --header "authorization: …" cannot be used together');
  }
  // What the config file says belongs to its own address only.
  const own = url === usualUrl ? usual : undefined;
  const { agent } = flags;
  const server: HubServer = {
    name: urlWithoutQuery(url),
    kind: 'url',
    url,
    headers: { ...own?.headers, ...headers },
    ...(own?.tokenFile === undefined ? {} : { tokenFile: own.tokenFile }),
    defaults: noDefaults,
    hub: agent === undefined ? {} : { agent },
  };
  return withToken(server, flags.tokenFile, env) as HubServer;
}

/** The address of the hub that this user runs on this machine. */
function runningUrl(env: Terminal['env']): string {
  const [first, ...others] = findRunningHubs(env);
  if (first === undefined)
    throw new UsageError('no hub is known: start one with acp hub, or name one by --hub address');
  if (others.length === 0) return first.url;
  const urls = [first, ...others].map(({ url }) => url).join(', ');
  throw new UsageError(`several hubs run on this machine; name one by --hub address: ${urls}`);
}

/** The address with the path of the endpoint, which may be left out. */
export function hubUrl(text: string): string {
  requireAgentUrl(text, 'a hub');
  const url = new URL(text);
  if (url.pathname === '/') url.pathname = '/acp';
  url.hash = '';
  return url.href;
}
