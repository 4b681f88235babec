/** The methods by which the clients of a hub use its machine, and the agents that the hub has. */
import type { FurtherMethods, Hub } from '@acp-stack/hub';
import type { AgentComponent } from '@acp-stack/sdk';

import type { AgentServer } from '../../config/agent-server.ts';
import { localMethods, sharedMethods } from '../../host/host.ts';
import type { OpenFile } from '../../host/open-in-editor.ts';
import { installedServers } from '../../registry/registry-server.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hubAgents, hubServers, secretVariables, type HubAgentsOptions } from './hub-agents.ts';

export interface HubHostOptions extends HubAgentsOptions {
  /** The folders in which sessions may work. */
  readonly roots: readonly string[];
  /** Whether only the user of this machine operates the hub, as with `acp web`. */
  readonly isLocal: boolean;
  /** Opens a file for the user; in the editor of the settings when absent. */
  readonly openFile?: OpenFile;
}

/** What a hub is opened with. */
export interface HubHost {
  readonly agents: Readonly<Record<string, AgentComponent>>;
  readonly methods: FurtherMethods;
  /** Called when the hub is open. */
  readonly opened: (hub: HostedHub) => void;
}

/** What the methods use of the hub. */
type HostedHub = Pick<Hub, 'addAgent' | 'describeAgent' | 'login' | 'loggedIn'>;

/** Finds the agents, and makes the methods. */
export async function hubHost(options: HubHostOptions, terminal: Terminal): Promise<HubHost> {
  const { roots, settings, isLocal, openFile } = options;
  const servers = await hubServers(options, terminal);
  const agents = await hubAgents(servers, options);
  const known = new Map(servers.map((server) => [server.name, server]));
  let hub: HostedHub | undefined;
  const opened = (): HostedHub => {
    if (hub === undefined) throw new Error('The hub is not open yet.');
    return hub;
  };
  const logins = { hub: opened, serverOf: (name: string) => known.get(name), hidden: secretVariables };
  const host = { roots, agents: Object.keys(agents), settings, terminal, logins };
  const onInstalled = async (id: string): Promise<void> => {
    // The config file decides what its names mean.
    if (settings.agents.has(id)) return;
    const server = await installedServer(id, options, terminal);
    if (server === undefined) return;
    const { [id]: component } = await hubAgents([server], options);
    known.set(id, server);
    if (component !== undefined) opened().addAgent(id, component);
  };
  return {
    agents,
    methods: isLocal
      ? localMethods({ ...host, onInstalled, ...(openFile === undefined ? {} : { openFile }) })
      : sharedMethods(host),
    opened: (running) => {
      hub = running;
    },
  };
}

async function installedServer(
  id: string,
  { settings }: HubAgentsOptions,
  terminal: Terminal,
): Promise<AgentServer | undefined> {
  const { servers } = await installedServers(settings, terminal);
  return servers.find(({ name }) => name === id);
}
