/** The resources of the session's MCP servers, as two tools for the model: one lists them, one reads one. */
import { text, type ContentBlock, type ToolCallContent, type Turn } from '@acp-stack/sdk';
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/client';

import { promptParts } from '../model/history.ts';
import { textPart } from '../model/message.ts';
import type { Tool, ToolInput } from '../model/tool.ts';
import { shownName } from '../text/shown-path.ts';
import { objectSchema, textIn } from '../tools/tool-arguments.ts';
import { boundedContent } from './bounded-content.ts';
import type { Permit } from './mcp-tool.ts';

/** A server that has resources. */
export interface ResourceServer {
  readonly name: string;
  /** Identifies the server in stored permissions. */
  readonly identity: string;
  readonly listResources: (signal: AbortSignal) => Promise<{
    readonly resources: readonly Resource[];
    readonly templates: readonly ResourceTemplateType[];
  }>;
  readonly readResource: (uri: string, turn: Pick<Turn, 'signal' | 'trace'>) => Promise<ReadResourceResult>;
}

const maxResources = 500;

/** The names of the tools. */
export const resourceToolNames = ['mcp_list_resources', 'mcp_read_resource'] as const;

/** The tools; none if no server has resources. */
export function resourceTools(servers: () => readonly ResourceServer[], permit: Permit): readonly Tool[] {
  return servers().length === 0 ? [] : [listTool(servers), readTool(servers, permit)];
}

const listTool = (servers: () => readonly ResourceServer[]): Tool => ({
  name: resourceToolNames[0],
  description:
    'Lists the resources of the MCP servers: what mcp_read_resource can read. In templates, replace the names in braces.',
  kind: 'read',
  inputSchema: objectSchema({ server: { type: 'string', description: 'Only those of this server.' } }, []),
  describe: () => ({ title: 'List the resources of MCP servers' }),
  run: async (input, { signal }) => {
    const lines: string[] = [];
    for (const server of chosen(servers(), input)) {
      const { resources, templates } = await server.listResources(signal);
      const all = [
        ...resources.map(({ uri, name, description }) => `${uri} (${[name, description].filter(Boolean).join(': ')})`),
        ...templates.map(({ uriTemplate, name }) => `${uriTemplate} (template: ${name})`),
      ];
      lines.push(`${server.name}:`, ...all.slice(0, maxResources), ...(all.length > maxResources ? ['…'] : []));
    }
    return {
      content: boundedContent([text(lines.join('\n'))]).map((content): ToolCallContent => ({
        type: 'content',
        content,
      })),
    };
  },
});

const readTool = (servers: () => readonly ResourceServer[], permit: Permit): Tool => {
  const tool: Tool = {
    name: resourceToolNames[1],
    description: 'Reads a resource of an MCP server; mcp_list_resources lists them.',
    kind: 'read',
    asksFirst: true,
    inputSchema: objectSchema({ server: { type: 'string' }, uri: { type: 'string', minLength: 1 } }, ['server', 'uri']),
    describe: (input) => ({ title: `Read ${textIn(input, 'uri')} (${textIn(input, 'server')})` }),
    run: async (input, context) => {
      const [server] = chosen(servers(), input);
      const { name = '', identity = '' } = server ?? {};
      const use = { tool, key: `resources ${identity}`, label: `resources of the MCP server ${shownName(name)}` };
      if (!(await permit(use, input, context))) {
        await context.call.cancel();
        return { forModel: 'The user does not allow this call.', isError: true };
      }
      await context.call.start();
      const { contents = [] } =
        (await server?.readResource(textIn(input, 'uri'), { signal: context.signal, trace: context.turn.trace })) ?? {};
      const blocks = boundedContent(
        contents.map((resource) => ({ type: 'resource', resource }) as unknown as ContentBlock),
      );
      const parts = promptParts(blocks);
      return {
        content: blocks.map((content): ToolCallContent => ({ type: 'content', content })),
        forModel: parts.length === 0 ? [textPart('The resource is empty.')] : parts,
      };
    },
  };
  return tool;
};

/** The servers that a call names; all if it names none. */
function chosen(servers: readonly ResourceServer[], input: ToolInput): readonly ResourceServer[] {
  const wanted = textIn(input, 'server');
  if (wanted === '') return servers;
  const found = servers.filter(({ name }) => name === wanted);
  if (found.length > 0) return found;
  throw new Error(
    `Unknown MCP server ${wanted}; those with resources are ${servers.map(({ name }) => name).join(', ')}.`,
  );
}
