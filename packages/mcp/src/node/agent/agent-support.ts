/**
 * What an agent can do with MCP servers, from its response to `initialize`.
 *
 * Version 1 requires stdio of every agent and advertises the others as booleans; version 2 advertises each one with a
 * marker. The two are told apart by the fields of the response.
 */
import type { McpWay } from '../settings/mcp-way.ts';

/** What was decided about an agent. */
export interface AgentSupport {
  /** Undefined if the agent can use no MCP server in a permitted way. */
  readonly way: McpWay | undefined;
  /** Whether a declaration of stdio carries its type, as in version 2. */
  readonly isStdioTyped: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** The advertised transports of one version, and how the response looks with MCP over ACP added to it. */
interface Advertised {
  readonly native: boolean;
  readonly http: boolean;
  readonly stdio: boolean;
  readonly isStdioTyped: boolean;
  readonly withAcp: () => Fields;
}

/** Decides by `prefer`, the ways in the order of preference. */
export function supportOf(result: unknown, prefer: readonly McpWay[]): AgentSupport {
  const advertised = advertisedBy(fieldsOf(result));
  return { way: prefer.find((way) => advertised[way]), isStdioTyped: advertised.isStdioTyped };
}

/** Returns the result of `initialize` with MCP over ACP advertised. */
export function withMcpOverAcp(result: unknown): unknown {
  return advertisedBy(fieldsOf(result)).withAcp();
}

function advertisedBy(result: Fields): Advertised {
  const { info, capabilities, agentInfo, agentCapabilities } = result;
  const isOlder = agentInfo !== undefined || agentCapabilities !== undefined;
  return isOlder || (info === undefined && capabilities === undefined) ? advertisedBy1(result) : advertisedBy2(result);
}

function advertisedBy1(result: Fields): Advertised {
  const agentCapabilities = fieldsOf(result['agentCapabilities']);
  const mcpCapabilities = fieldsOf(agentCapabilities['mcpCapabilities']);
  return {
    native: mcpCapabilities['acp'] === true,
    http: mcpCapabilities['http'] === true,
    stdio: true,
    isStdioTyped: false,
    withAcp: () => ({
      ...result,
      agentCapabilities: { ...agentCapabilities, mcpCapabilities: { ...mcpCapabilities, acp: true } },
    }),
  };
}

function advertisedBy2(result: Fields): Advertised {
  const capabilities = fieldsOf(result['capabilities']);
  const session = fieldsOf(capabilities['session']);
  const mcp = fieldsOf(session['mcp']);
  return {
    native: isMarked(mcp['acp']),
    http: isMarked(mcp['http']),
    stdio: isMarked(mcp['stdio']),
    isStdioTyped: true,
    withAcp: () => ({
      ...result,
      capabilities: { ...capabilities, session: { ...session, mcp: { ...mcp, acp: {} } } },
    }),
  };
}

const isMarked = (marker: unknown): boolean => typeof marker === 'object' && marker !== null;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
