/** Makes an MCP server of tools, with the official package, which is loaded when the first agent connects. */
import type * as officialPackage from '@modelcontextprotocol/server';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '@acp-stack/rpc';

import { traceIn } from '../transport/message-trace.ts';
import type { JsonObjectSchema } from './json-schema-type.ts';
import { isStandardSchema, type StandardSchema } from './standard-schema.ts';
import { failureOf, resultOf } from './tool-result.ts';
import { ToolTimer } from './tool-timer.ts';
import type { ToolContext, Tools } from './tool.ts';

/** How an MCP server of tools presents itself. */
export interface ToolServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly instructions?: string | undefined;
}

/** The tools of a server, and what their calls are given. */
export interface ToolServerTools {
  readonly tools: Tools;
  /** Returns the session that the server works for. */
  readonly sessionId: () => string | undefined;
  /** Milliseconds for a call of a tool that has no time of its own. */
  readonly timeout: number;
  readonly clock: Clock;
}

type Official = typeof officialPackage;
type Handler = (args: unknown, context: ServerContext) => Promise<never>;

/** Creates a server with tools. */
export function toolServer(
  official: Official,
  { name, version, title, instructions }: ToolServerInfo,
  { tools, sessionId, timeout, clock }: ToolServerTools,
): McpServer {
  const server = new official.McpServer(
    { name, version, ...(title === undefined ? {} : { title }) },
    instructions === undefined ? {} : { instructions },
  );
  for (const [
    each,
    { schema, handler, output, title: toolTitle, annotations, timeout: own, ...rest },
  ] of Object.entries(tools)) {
    const description = rest.description ?? descriptionOf(schema);
    const run: Handler = async (args, context) => {
      const timer = new ToolTimer({ name: each, timeout: own ?? timeout, clock }, context.mcpReq.signal);
      try {
        const call = handler as (...all: readonly unknown[]) => unknown;
        const returned = await Promise.race([call(args, toolContext(context, sessionId, timer)), timer.expired]);
        return resultOf(returned) as never;
      } catch (error) {
        return failureOf(error) as never;
      } finally {
        timer.end();
      }
    };
    server.registerTool(
      each,
      {
        ...(toolTitle === undefined ? {} : { title: toolTitle }),
        ...(annotations === undefined ? {} : { annotations }),
        ...(description === undefined ? {} : { description }),
        inputSchema: standard(official, schema) as never,
        ...(output === undefined ? {} : { outputSchema: standard(official, output) as never }),
      },
      run as never,
    );
  }
  return server;
}

const standard = (official: Official, schema: StandardSchema | JsonObjectSchema): unknown =>
  isStandardSchema(schema) ? schema : official.fromJsonSchema(schema);

/** The description that is part of the schema. */
function descriptionOf(schema: StandardSchema | JsonObjectSchema): string | undefined {
  if (!isStandardSchema(schema)) return schema.description;
  const { description } = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return typeof description === 'string' ? description : undefined;
}

function toolContext({ mcpReq }: ServerContext, sessionId: () => string | undefined, timer: ToolTimer): ToolContext {
  const { _meta: meta = {} } = mcpReq as { readonly _meta?: Readonly<Record<string, unknown>> };
  const { progressToken } = meta;
  return {
    signal: timer.signal,
    get sessionId() {
      return sessionId();
    },
    meta,
    trace: traceIn(meta),
    progress: async (progress, total, message) => {
      timer.restart();
      if (progressToken === undefined) return;
      const more = { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken as string | number, progress, ...more },
      });
    },
    sample: (params) => timer.while(mcpReq.requestSampling(params as never)),
    elicit: (params) => timer.while(mcpReq.elicitInput(params as never)),
    roots: () => timer.while(mcpReq.send({ method: 'roots/list' })),
  };
}
