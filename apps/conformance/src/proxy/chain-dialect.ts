/** What a conductor and an agent behind a proxy say in each version. */
import { packageVersion } from '@acp-stack/schema/package-version';
import { fieldsOf, isFields, type Fields } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';

/** One version of the protocol, as a conductor and its agent speak it. */
export interface ChainDialect {
  readonly version: Version;
  /** The params of `initialize`, which the conductor sends. */
  readonly said: Fields;
  /** The result of `initialize`, which the agent sends. */
  readonly offered: Fields;
  /** The name in params or in a result of `initialize`. */
  readonly infoIn: (fields: Fields) => unknown;
  /** Whether a result of `initialize` offers MCP servers over the connection. */
  readonly offersMcp: (result: Fields) => boolean;
}

const client = { name: 'acp-conformance', version: packageVersion };
const agent = { name: 'acp-conformance-agent', version: packageVersion };

/** The dialect of each version. */
export const chainDialects: Readonly<Record<Version, ChainDialect>> = {
  1: {
    version: 1,
    said: { protocolVersion: 1, clientInfo: client, clientCapabilities: {} },
    offered: { protocolVersion: 1, agentInfo: agent, agentCapabilities: {} },
    infoIn: (fields) => fields['clientInfo'] ?? fields['agentInfo'],
    offersMcp: (result) => fieldsOf(fieldsOf(result['agentCapabilities'])['mcpCapabilities'])['acp'] === true,
  },
  2: {
    version: 2,
    said: { protocolVersion: 2, info: client, capabilities: {} },
    offered: { protocolVersion: 2, info: agent, capabilities: { session: {} } },
    infoIn: (fields) => fields['info'],
    offersMcp: (result) => isFields(fieldsOf(fieldsOf(fieldsOf(result['capabilities'])['session'])['mcp'])['acp']),
  },
};
