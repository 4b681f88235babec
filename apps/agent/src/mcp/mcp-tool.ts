/** A tool of an MCP server as a tool of the agent. */
import { isAbsolute } from 'node:path';

import type { Clock } from '@acp-stack/rpc';
import type { Client, ElicitRequestURLParams, Tool as McpToolInfo } from '@modelcontextprotocol/client';

import type { Tool, ToolContext, ToolInput } from '../model/tool.ts';
import { shownName } from '../text/shown-path.ts';
import { traceMeta } from '../trace/trace-headers.ts';
import { toolResult } from './mcp-content.ts';
import { ProgressTitle } from './progress-title.ts';

/** The use of a tool or resource that needs permission. */
interface McpUse {
  readonly tool: Tool;
  /** Identifies it in stored permissions: the identity of the server, and the tool. */
  readonly key: string;
  /** Its name for the user. */
  readonly label: string;
}

/** Decides whether a call may run; asks the user if necessary. */
export type Permit = (use: McpUse, input: ToolInput, context: ToolContext) => Promise<boolean>;

export interface McpToolInit {
  readonly client: Client;
  readonly server: { readonly name: string; readonly identity: string };
  readonly info: McpToolInfo;
  /** The name for the model. */
  readonly name: string;
  readonly permit: Permit;
  /** Milliseconds that a call may take without progress. */
  readonly timeout: number;
  readonly clock: Clock;
  /** Registers a running call; the returned function removes it. */
  readonly begin: (toolCallId: string) => () => void;
  /** Sends the user to the pages that a call requires; resolves with whether the user agreed to all of them. */
  readonly visit: (pages: readonly ElicitRequestURLParams[]) => Promise<boolean>;
}

export function mcpTool({ client, server, info, name, permit, timeout, clock, begin, visit }: McpToolInit): Tool {
  const key = `${server.identity} ${info.name}`;
  const label = `“${shownName(info.name)}” of the MCP server ${shownName(server.name)}`;
  const title = info.title ?? info.annotations?.title ?? info.name;
  const isReadOnly = info.annotations?.readOnlyHint === true;
  const tool: Tool = {
    name,
    description: info.description ?? title,
    inputSchema: info.inputSchema,
    kind: isReadOnly ? 'read' : 'other',
    runsInParallel: isReadOnly,
    asksFirst: true,
    describe: (input) => {
      const path = input['path'];
      const isPath = typeof path === 'string' && isAbsolute(path);
      return { title: `${title} (${server.name})`, ...(isPath ? { locations: [{ path }] } : {}) };
    },
    run: async (input, context) => {
      const { call, signal } = context;
      if (!(await permit({ tool, key, label }, input, context))) {
        await call.cancel();
        // The call is over: only the model can still be told why.
        return { forModel: 'The user does not allow this call.', isError: true };
      }
      await call.start();
      const unregister = begin(call.toolCallId);
      const progress = new ProgressTitle(`${title} (${server.name})`, call, clock);
      try {
        const trace = traceMeta(context.turn.trace);
        const params = { name: info.name, arguments: input as Record<string, unknown>, ...trace };
        // Progress resets the timeout.
        const options = { signal, timeout, resetTimeoutOnProgress: true, onprogress: progress.show };
        const result = toolResult(await client.callTool(params, options));
        await progress.end();
        return result;
      } catch (error) {
        await progress.end();
        const pages = pagesOf(error);
        if (pages.length === 0) throw error;
        const words = (await visit(pages))
          ? 'The user was sent to a page that this call requires. Call again when the user says that it is done.'
          : 'The user did not agree to open the page that this call requires.';
        return { content: [{ type: 'content', content: { type: 'text', text: words } }], isError: true };
      } finally {
        unregister();
      }
    },
  };
  return tool;
}

/** The error code with which a server requires that the user visits a page first. */
const pageNeeded = -32_042;

function pagesOf(error: unknown): readonly ElicitRequestURLParams[] {
  const { code, data } = Object(error) as { readonly code?: unknown; readonly data?: unknown };
  const { elicitations } = Object(data) as { readonly elicitations?: readonly ElicitRequestURLParams[] };
  return code === pageNeeded && Array.isArray(elicitations) ? elicitations : [];
}

/** Asks about every call: the annotations of a server are not a reason to trust it. */
export const askAlways: Permit = async ({ tool }, input, { call, turn }) => {
  const allowed = await turn.requestPermission({ title: `Allow ${tool.describe(input).title}?`, subject: call });
  return allowed !== undefined;
};
