/**
 * Tools as a program writes them: a schema of the arguments, and a function.
 *
 * The arguments are checked before the function is called. What it returns becomes content; what it throws becomes an
 * error that the model reads.
 */
import type { TraceContext } from '@acp-stack/sdk';

import type { FromJsonSchema, JsonObjectSchema } from './json-schema-type.ts';
import type { OutputOf, StandardSchema } from './standard-schema.ts';

/** What is shown of a tool, besides the description in its schema. */
export interface ToolOptions {
  /** What the tool does, for the model; the description of the schema when absent. */
  readonly description?: string;
  /** A name for people to read. */
  readonly title?: string;
  /** What the tool does to its surroundings, for clients that ask the user first. */
  readonly annotations?: {
    /** It changes nothing. */
    readonly readOnlyHint?: boolean;
    /** It may delete or overwrite something. */
    readonly destructiveHint?: boolean;
    /** Calling it again with the same arguments changes nothing more. */
    readonly idempotentHint?: boolean;
    /** It reaches beyond this machine. */
    readonly openWorldHint?: boolean;
  };
  /** The schema of what the tool returns; then the function returns such an object. */
  readonly output?: StandardSchema | JsonObjectSchema;
  /**
   * Milliseconds for a call, from its beginning or its last report of progress; what it waits for the agent does not
   * count. Then the call fails, and its signal aborts. When absent, that of the server; Infinity for no limit.
   */
  readonly timeout?: number;
}

/** What a tool is given besides its arguments. */
export interface ToolContext {
  /** Aborts when the agent cancels the call, and when its time is over. */
  readonly signal: AbortSignal;
  /** The session that the tools were offered to; undefined until it is open, and where one offer is for several. */
  readonly sessionId: string | undefined;
  /** The W3C trace that the call belongs to, to be passed on. */
  readonly trace: TraceContext;
  /** Everything in the `_meta` of the call. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Tells the agent how far the call is, if it has asked for that; the time of the call starts again. */
  readonly progress: (progress: number, total?: number, message?: string) => Promise<void>;
  /** Asks the model of the agent: `sampling/createMessage`. */
  readonly sample: (params: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** Asks the user of the agent: `elicitation/create`. */
  readonly elicit: (params: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The directories that the agent works in: `roots/list`. */
  readonly roots: () => Promise<unknown>;
}

/** Runs a tool; returns text, content blocks, or an object. */
export type ToolHandler<A> = (args: A, context: ToolContext) => unknown;

/** A tool: made by `tool()`, or written as such an object. */
export interface Tool extends ToolOptions {
  /** The schema of the arguments. */
  readonly schema: StandardSchema | JsonObjectSchema;
  /** Runs the tool. */
  readonly handler: ToolHandler<never>;
}

/** The tools of a server, by name. */
export type Tools = Readonly<Record<string, Tool>>;

/** Creates a tool whose arguments are described by a schema of zod or another library. */
export function tool<S extends StandardSchema>(
  schema: S,
  handler: ToolHandler<OutputOf<S>>,
  options?: ToolOptions,
): Tool;
/** Creates a tool whose arguments are described by a JSON Schema. */
export function tool<const S extends JsonObjectSchema>(
  schema: S,
  handler: ToolHandler<FromJsonSchema<S>>,
  options?: ToolOptions,
): Tool;
export function tool(
  schema: StandardSchema | JsonObjectSchema,
  handler: ToolHandler<never>,
  options: ToolOptions = {},
): Tool {
  return { ...options, schema, handler };
}

/** Whether `value` has what a tool needs. */
export function isTool(value: unknown): value is Tool {
  const { schema, handler } = Object(value) as Partial<Tool>;
  return typeof schema === 'object' && typeof handler === 'function';
}
