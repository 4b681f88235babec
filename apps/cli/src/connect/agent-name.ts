/** What an agent is called in front of a user. */
import type { ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../config/agent-server.ts';
import { inOneLine } from '../text/strip-control-characters.ts';

type Info = ClientConnection['agentInfo'];

/** Stands where an agent of version 1 has not said it. */
const unsaid = 'unknown';

/** What it calls itself; where it does not say, what we call it. */
export const agentName = ({ title, name }: Info, server: AgentServer): string =>
  inOneLine(title ?? (name === unsaid ? server.name : name));

/** The same with its version, as far as that is known. */
export const agentTitle = (info: Info, server: AgentServer): string =>
  info.version === unsaid ? agentName(info, server) : `${agentName(info, server)} ${inOneLine(info.version)}`;

/** Whether it has said who it is. */
export const isIntroduced = ({ name }: Info): boolean => name !== unsaid;
