/** The displayed name of an agent. */
import { basename } from 'node:path';

import type { ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { inOneLine } from '../text/strip-control-characters.ts';

type Info = ClientConnection['agentInfo'];

/** The name that the bridge uses for a version 1 agent without one. */
const unsaid = 'unknown';

/** The name that the agent gave, the one in the config file, or the program without its folder. */
export const agentName = ({ title, name }: Info, server: AgentServer): string =>
  inOneLine(title ?? (name === unsaid ? ownName(server) : name));

const ownName = (server: AgentServer): string =>
  server.kind === 'command' && server.name === server.command ? basename(server.command) : server.name;

/** The name and the version, if it is known. */
export const agentTitle = (info: Info, server: AgentServer): string =>
  info.version === unsaid ? agentName(info, server) : `${agentName(info, server)} ${inOneLine(info.version)}`;

/** Whether the agent gave its name. */
export const hasName = ({ name }: Info): boolean => name !== unsaid;
