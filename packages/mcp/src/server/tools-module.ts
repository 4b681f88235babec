/**
 * The MCP server that a module exports as its default, for programs that load tools from a file.
 *
 * It may be an object of tools, a server, or a function that returns one of these. The function is given `tool` and
 * `mcpServer`, so that a file with tools need not import anything.
 */
import { mcpServer, type McpConnectable, type OfferedServer } from './mcp-server.ts';
import { isTool, tool, type Tools } from './tool.ts';

/** What the function of a module is given. */
export interface ToolsModuleContext {
  /** Creates a tool. */
  readonly tool: typeof tool;
  /** Describes a server. */
  readonly mcpServer: typeof mcpServer;
}

const context: ToolsModuleContext = { tool, mcpServer };

/**
 * The server in `exported`, the default export of a module; `name` is its name unless it has one. Throws a sentence.
 */
export async function serverOfModule(name: string, exported: unknown): Promise<OfferedServer> {
  if (typeof exported !== 'function') return serverOf(name, exported);
  const make = exported as (given: ToolsModuleContext) => unknown;
  const first = await make(context);
  if (!isConnectable(first) || isOffered(first)) return serverOf(name, first);
  let unused: McpConnectable | undefined = first;
  return mcpServer(name, async () => {
    const made = unused ?? ((await make(context)) as McpConnectable);
    unused = undefined;
    return made;
  });
}

function serverOf(name: string, value: unknown): OfferedServer {
  if (isOffered(value)) return value;
  if (isConnectable(value) || typeof value === 'function') return mcpServer(name, value as McpConnectable);
  if (typeof value !== 'object' || value === null)
    throw new TypeError('it has no default export with tools; export default { name: { schema, handler } }');
  const [wrong] = Object.entries(value).find(([, each]) => !isTool(each)) ?? [];
  if (wrong !== undefined) throw new TypeError(`${wrong} is not a tool: it needs a schema and a handler`);
  if (Object.keys(value).length === 0) throw new TypeError('its default export has no tools');
  return mcpServer(name, value as Tools);
}

const isConnectable = (value: unknown): value is McpConnectable =>
  typeof (Object(value) as Partial<McpConnectable>).connect === 'function';

/** A server of the official package has no name of its own kind: only what `mcpServer()` returns has both. */
const isOffered = (value: unknown): value is OfferedServer =>
  isConnectable(value) && typeof (value as Partial<OfferedServer>).name === 'string';
