/** An agent in one line, for people. */
import type { AgentServer } from './agent-server.ts';

type StartedAgent = Pick<AgentServer & { readonly kind: 'command' }, 'kind' | 'command' | 'args'>;

/** The command or URL of an agent in one line, without variables and headers, which may be secrets. */
export function describeAgent(
  server: Pick<AgentServer & { readonly kind: 'url' }, 'kind' | 'url'> | StartedAgent,
): string {
  return server.kind === 'url' ? server.url : [server.command, ...server.args].map(quoted).join(' ');
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/u.test(word) ? word : JSON.stringify(word));
