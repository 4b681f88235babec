/**
 * What both sides of a connection offered, and what was used of it.
 *
 * A capability is used by calling a method that needs it, or by sending content that it allows. Of capabilities that
 * only change how messages are understood, the use cannot be seen.
 */
import type { Stability } from '@acp-stack/schema';
import { isJsonObject, type JsonObject } from '@acp-stack/schema/json-object';

import type { SchemasOf } from '../check/version-schema.ts';
import type { ProtocolVersion, SchemaDocument } from '../schema/schema-document.ts';
import { capabilityFields, fieldOf } from './capability-fields.ts';

/** One capability of one side. */
export interface CapabilityRow {
  /** The side that offers it. */
  readonly side: 'client' | 'agent';
  /** Its path in the capabilities of that side, such as `session.fork`. */
  readonly path: string;
  /** What it means. */
  readonly description: string;
  /** Whether it is part of the stable protocol. */
  readonly stability: Stability;
  /** Whether the side offered it. */
  readonly isOffered: boolean;
  /** What it sent, if it sent something. */
  readonly value?: unknown;
  /** The methods that need it. */
  readonly methods: readonly string[];
  /** How often it was used; undefined if that cannot be seen. More than 0 without an offer is a mistake. */
  readonly used: number | undefined;
}

/** The capabilities of a connection. */
export interface CapabilityTable {
  /** The negotiated version; undefined until the agent has answered. */
  readonly version: number | undefined;
  /** What the client says of itself. */
  readonly client: unknown;
  /** What the agent says of itself. */
  readonly agent: unknown;
  /** The capabilities, those of the agent first. */
  readonly rows: readonly CapabilityRow[];
}

interface Uses {
  /** Calls by method. */
  readonly methods: Map<string, number>;
  /** Modes of elicitations, types of prompt content and of MCP servers. */
  readonly contents: Map<string, number>;
}

/** Collects the capabilities of a connection from its messages. */
export class CapabilityTracker {
  readonly #schemas: SchemasOf;
  readonly #uses: Uses = { methods: new Map(), contents: new Map() };
  #initializeId: unknown;
  #offer: JsonObject | undefined;
  #answer: JsonObject | undefined;

  constructor(schemas: SchemasOf) {
    this.#schemas = schemas;
  }

  /** Notes the next message of the connection between the client and its neighbour. */
  note({ id, method, params, result }: JsonObject): void {
    if (typeof method !== 'string') {
      if (id === this.#initializeId && id !== undefined && isJsonObject(result)) this.#answer = result;
      return;
    }
    if (method === 'initialize' && isJsonObject(params)) {
      [this.#initializeId, this.#offer] = [id, params];
      return;
    }
    // Any method name may come from a peer; more are not counted.
    if (this.#uses.methods.size < maxMethods) increase(this.#uses.methods, method);
    for (const content of contentsOf(method, params)) increase(this.#uses.contents, content);
  }

  /** The table so far. */
  table(): CapabilityTable {
    const version = this.#answer?.['protocolVersion'] ?? this.#offer?.['protocolVersion'];
    const schema = this.#schemas(knownVersion(version), true);
    const { document } = schema;
    const part = (message: JsonObject | undefined, definition: string, inner: string): unknown => {
      const field = fieldOf(document, definition, inner);
      return field === undefined ? undefined : message?.[field];
    };
    const rows = (side: CapabilityRow['side'], definition: string, offered: unknown): readonly CapabilityRow[] =>
      capabilityFields(document, definition).map((field) => rowOf({ ...field, side, offered, document }, this.#uses));
    return {
      version: typeof this.#answer?.['protocolVersion'] === 'number' ? this.#answer['protocolVersion'] : undefined,
      client: part(this.#offer, 'InitializeRequest', 'Implementation'),
      agent: part(this.#answer, 'InitializeResponse', 'Implementation'),
      rows: [
        ...rows('agent', 'AgentCapabilities', part(this.#answer, 'InitializeResponse', 'AgentCapabilities')),
        ...rows('client', 'ClientCapabilities', part(this.#offer, 'InitializeRequest', 'ClientCapabilities')),
      ],
    };
  }
}

const maxMethods = 1000;
/** A version that is not known is shown like the first one. */
const knownVersion = (version: unknown): ProtocolVersion => (version === 2 ? 2 : 1);

const increase = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

interface Offered {
  readonly side: CapabilityRow['side'];
  readonly path: string;
  readonly description: string;
  readonly stability: Stability;
  /** The capabilities that the side sent. */
  readonly offered: unknown;
  readonly document: SchemaDocument;
}

function rowOf({ side, path, description, stability, offered, document }: Offered, uses: Uses): CapabilityRow {
  const value = path.split('.').reduce<unknown>((at, step) => (isJsonObject(at) ? at[step] : undefined), offered);
  const needing = Object.entries(document['x-methods']).filter(
    ([, { gate }]) => gate?.kind === 'capability' && gate.side === side && gate.paths.includes(path),
  );
  return {
    side,
    path,
    description,
    stability,
    isOffered: value !== undefined && value !== null && value !== false,
    ...(value === undefined ? {} : { value }),
    methods: needing.map(([name]) => name),
    used: useOf(path, needing, uses),
  };
}

type Needing = readonly (readonly [string, SchemaDocument['x-methods'][string]])[];

function useOf(path: string, needing: Needing, { methods, contents }: Uses): number | undefined {
  const content = contentOf(path);
  if (content !== undefined) return contents.get(content) ?? 0;
  if (needing.length === 0) return undefined;
  return needing.reduce((sum, [name, { gate, also = [] }]) => {
    // A method that needs one of several capabilities says in its params which.
    const isShared = gate?.kind === 'capability' && gate.paths.length > 1;
    const calls = [name, ...also].reduce((count, each) => count + (methods.get(each) ?? 0), 0);
    return sum + (isShared ? (contents.get(`mode ${lastOf(path)}`) ?? 0) : calls);
  }, 0);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The content that a capability allows, as `contentsOf` names it. */
function contentOf(path: string): string | undefined {
  const [, kind = '', name = ''] = /(?:^|\.)(?<kind>prompt|mcp)(?:Capabilities)?\.(?<name>\w+)$/u.exec(path) ?? [];
  if (kind === 'mcp') return name === 'acp' ? undefined : `server ${name}`;
  return kind === 'prompt' ? `block ${name === 'embeddedContext' ? 'resource' : name}` : undefined;
}

/** The contents of a message that need a capability. */
function contentsOf(method: string, params: unknown): readonly string[] {
  if (!isJsonObject(params)) return [];
  const { prompt, mcpServers, mode } = params;
  return [
    ...(method === 'session/prompt' ? typesIn(prompt, 'text', 'block') : []),
    ...typesIn(mcpServers, 'stdio', 'server'),
    ...(typeof mode === 'string' ? [`mode ${mode}`] : []),
  ];
}

/** The types of the entries of a list, after the word `kind`; entries without a type have `fallback`. */
function typesIn(list: unknown, fallback: string, kind: string): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.map((each) => {
    const type: unknown = isJsonObject(each) ? (each['type'] ?? fallback) : '';
    return `${kind} ${typeof type === 'string' ? type : ''}`;
  });
}
