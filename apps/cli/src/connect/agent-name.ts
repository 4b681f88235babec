/** The displayed name of an agent. */
import { describeAgent } from '../config/describe-agent.ts';

import type { ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { commandName } from '../text/command-name.ts';
import { inOneLine } from '../text/strip-control-characters.ts';

type Info = ClientConnection['agentInfo'];

/** The name that the bridge uses for a version 1 agent without one. */
const unsaid = 'unknown';

/** The name that the agent gave, the one in the config file, or that of its command. */
export const agentName = ({ title, name }: Info, server: AgentServer): string =>
  inOneLine(title ?? (name === unsaid ? server.name : name));

/** The name and the version, if it is known. */
export const agentTitle = (info: Info, server: AgentServer): string =>
  info.version === unsaid ? agentName(info, server) : `${agentName(info, server)} ${inOneLine(info.version)}`;

/** The name and the version; an agent after `--` that gave no name is shown with its whole command. */
export const agentHeadline = (info: Info, server: AgentServer): string =>
  hasName(info) || server.kind === 'url' || !isNamedByCommand(server) || server.name === describeAgent(server)
    ? agentTitle(info, server)
    : `${agentTitle(info, server)} (${inOneLine(describeAgent(server))})`;

/**
 * What tells this agent from others where answers are remembered. A remote agent may call itself anything, and agents
 * without a name have the same one, so they are told apart by where they are or how they are started.
 */
export const agentIdentity = (info: Info, server: AgentServer): string => {
  if (server.kind === 'url') return server.name;
  return hasName(info) ? info.name : describeAgent(server);
};

/** Whether the name of the agent is that of its command, because it has none in the config file. */
export const isNamedByCommand = (server: Extract<AgentServer, { readonly kind: 'command' }>): boolean =>
  server.name === commandName(server.command, server.args);

/** Whether the agent gave its name. */
export const hasName = ({ name }: Info): boolean => name !== unsaid;
