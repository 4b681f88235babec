/** What a chat starts or connects to, in one line. */
import type { AgentServer } from '../../config/agent-server.ts';
import { describeAgent } from '../../config/describe-agent.ts';
import { isBundled } from '../../connect/choose-agent.ts';
import { escapeLine } from '../../text/escape-control-characters.ts';

export const startingWords = (server: AgentServer): string =>
  isBundled(server) ? 'the bundled agent' : escapeLine(server.kind === 'url' ? server.name : describeAgent(server));

/** What a time limit was over for; behind proxies, any of them may be the one that does not answer. */
export const connectingTo = ({ proxies = [] }: AgentServer): string =>
  proxies.length === 0
    ? 'connecting to the agent'
    : `connecting to the agent through ${escapeLine(proxies.join(' and '))}`;
