/**
 * What an agent can do with MCP servers, from its response to `initialize`, in the form of either version.
 *
 * Version 1 requires stdio of every agent and advertises the others as booleans; version 2 advertises each one with a
 * marker, inside what it says about sessions. The two are told apart by the fields of the response. A response that has
 * the fields of both is read as version 1, and changed in both.
 */

/** The kinds of MCP servers that an agent takes. */
export interface McpSupport {
  /** Servers of its client, over the connection itself. */
  readonly acp: boolean;
  /** Servers at an HTTP address. */
  readonly http: boolean;
  /** Programs that the agent starts. */
  readonly stdio: boolean;
  /** Whether a declaration of a program carries its type, as in version 2. */
  readonly isStdioTyped: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the kinds of MCP servers that an agent advertises in the result of `initialize`. */
export function mcpSupportOf(result: unknown): McpSupport {
  const fields = fieldsOf(result);
  return hasFieldsOf1(fields) ? supportIn1(fields) : supportIn2(fields);
}

/**
 * Returns the result of `initialize` with MCP over ACP advertised, or not: the same object if it says so already.
 *
 * An agent of version 2 that has no sessions has no use for servers, so its result stays as it is.
 */
export function withMcpOverAcp(result: unknown, isSupported: boolean): unknown {
  if (!isObject(result)) return result;
  const older = hasFieldsOf1(result) ? changedIn1(result, isSupported) : result;
  return hasFieldsOf2(older) ? changedIn2(older, isSupported) : older;
}

const hasFieldsOf1 = (result: Fields): boolean =>
  result['agentInfo'] !== undefined || result['agentCapabilities'] !== undefined || !hasFieldsOf2(result);

const hasFieldsOf2 = ({ info, capabilities }: Fields): boolean => info !== undefined || capabilities !== undefined;

function supportIn1({ agentCapabilities }: Fields): McpSupport {
  const { acp, http } = fieldsOf(fieldsOf(agentCapabilities)['mcpCapabilities']);
  return { acp: acp === true, http: http === true, stdio: true, isStdioTyped: false };
}

function supportIn2({ capabilities }: Fields): McpSupport {
  const { acp, http, stdio } = fieldsOf(fieldsOf(fieldsOf(capabilities)['session'])['mcp']);
  return { acp: isObject(acp), http: isObject(http), stdio: isObject(stdio), isStdioTyped: true };
}

function changedIn1(result: Fields, isSupported: boolean): Fields {
  if (supportIn1(result).acp === isSupported) return result;
  const agentCapabilities = fieldsOf(result['agentCapabilities']);
  const { acp: _, ...others } = fieldsOf(agentCapabilities['mcpCapabilities']);
  const mcpCapabilities = isSupported ? { ...others, acp: true } : others;
  return { ...result, agentCapabilities: { ...agentCapabilities, mcpCapabilities } };
}

function changedIn2(result: Fields, isSupported: boolean): Fields {
  const capabilities = fieldsOf(result['capabilities']);
  const { session } = capabilities;
  if (!isObject(session) || supportIn2(result).acp === isSupported) return result;
  const { acp: _, ...others } = fieldsOf(session['mcp']);
  const mcp = isSupported ? { ...others, acp: {} } : others;
  return { ...result, capabilities: { ...capabilities, session: { ...session, mcp } } };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
