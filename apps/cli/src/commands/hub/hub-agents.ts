/** The agents that the sessions of a hub may use: components by name, the default first. */
import { chain, command } from '@acp-stack/conductor/node';
import type { AgentComponent } from '@acp-stack/sdk';

import type { AgentServer } from '../../config/agent-server.ts';
import { firstOf, type Settings } from '../../config/settings.ts';
import { makeAgent, makeProxy, proxySpecs } from '../../chain/components.ts';
import { bundledAgent, bundledName, chooseAgent } from '../../connect/choose-agent.ts';
import { withNamedAgent } from '../../connect/resolve-agent.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { requireProgram } from '../../files/find-program.ts';
import type { Log } from '../../log/log.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { withToken } from '../../token/bearer-token.ts';
import { databaseVariable } from './hub-database.ts';

export interface HubAgentsOptions {
  /** The names of `--agent`; every agent that is known if there are none. */
  readonly names: readonly string[];
  /** The command of an agent that has no name, which is then the only one. */
  readonly command?: readonly string[] | undefined;
  /** The proxies before each agent, as for `--proxy`. */
  readonly proxies: readonly string[];
  /** Installs agents of a registry without a question. */
  readonly yes: boolean | undefined;
  readonly settings: Settings;
  readonly log: Log;
  /** Wraps how each agent is started, before the proxies. */
  readonly wrap?: (agent: AgentComponent, server: AgentServer) => AgentComponent;
}

/** The variables of the hub that agents must not see. */
export const secretVariables: readonly string[] = [databaseVariable, 'ACP_HUB_TOKEN', 'PGPASSWORD', 'ACP_TOKEN'];

/** The components by name; agents are started when a session needs them. */
export async function hubAgents(
  servers: readonly AgentServer[],
  options: HubAgentsOptions,
): Promise<Readonly<Record<string, AgentComponent>>> {
  const agents: [string, AgentComponent][] = [];
  for (const server of servers) agents.push([server.name, await componentOf(server, options)]);
  return Object.fromEntries(agents);
}

/** The agents of a hub, the default first. */
export async function hubServers(options: HubAgentsOptions, terminal: Terminal): Promise<readonly AgentServer[]> {
  const { names, command: words, settings } = options;
  if (words === undefined) {
    return names.length === 0 ? await knownServers(options, terminal) : await namedServers(options, terminal);
  }
  if (names.length > 0) throw new UsageError('name the agent once: by --agent, or by a command after --');
  const server = chooseAgent({ flags: {}, command: words }, settings, terminal);
  if (server.kind === 'command') requireProgram(server.command, { ...terminal.env, ...server.env });
  return [server];
}

/** Those of the command line, in their order. */
async function namedServers(
  { names, yes, settings }: HubAgentsOptions,
  terminal: Terminal,
): Promise<readonly AgentServer[]> {
  const servers: AgentServer[] = [];
  for (const name of new Set(names)) {
    const choice = { name, flags: yes === undefined ? {} : { yes } };
    const server = { ...chooseAgent(choice, await withNamedAgent(choice, settings, terminal), terminal), name };
    if (server.kind === 'command') requireProgram(server.command, { ...terminal.env, ...server.env });
    servers.push(server);
  }
  return servers;
}

/** The agents of the config file, the installed ones, and the bundled one; what cannot be used is left out. */
async function knownServers({ settings, log }: HubAgentsOptions, terminal: Terminal): Promise<readonly AgentServer[]> {
  const { installedServers } = await import('../../registry/registry-server.ts');
  const installed = await installedServers(settings, terminal);
  for (const [name, problem] of installed.damaged) log.warn(`the agent ${name} is left out: ${problem}`);
  const servers = new Map<string, AgentServer>();
  for (const server of [bundledAgent(terminal), ...installed.servers, ...settings.agents.values()]) {
    servers.delete(server.name);
    servers.set(server.name, withToken(server, undefined, terminal.env));
  }
  const usual = firstOf(undefined, terminal.env['ACP_AGENT'], settings.defaultAgent) ?? bundledName;
  const first = servers.get(usual);
  if (first === undefined) log.warn(`the default agent ${usual} is not known; ${bundledName} is used`);
  const order = [first ?? servers.get(bundledName), ...servers.values()].filter((each) => each !== undefined);
  return [...new Set(order)];
}

async function componentOf(server: AgentServer, { proxies, log, wrap }: HubAgentsOptions): Promise<AgentComponent> {
  const agent = wrap === undefined ? agentOf(server) : wrap(agentOf(server), server);
  const warn = (problem: string): void => log.warn(problem);
  const specs = proxySpecs([...proxies, ...(server.proxies ?? [])]);
  if (specs.length === 0) return agent;
  const before = await Promise.all(specs.map((spec) => makeProxy(spec, { warn })));
  return chain(...before, { ...agent, role: 'agent' });
}

function agentOf(server: AgentServer): AgentComponent {
  const { name } = server;
  if (server.kind === 'url') return makeAgent({ kind: 'address', name, url: server.url, headers: server.headers });
  const hidden = Object.fromEntries(secretVariables.map((variable) => [variable, undefined]));
  const { cwd, env } = server;
  return command([server.command, ...server.args], {
    name,
    env: { ...hidden, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}
