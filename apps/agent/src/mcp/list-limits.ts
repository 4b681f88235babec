/** Limits what an MCP server lists: tools, prompts and resources, over all pages of a list. */
import type { Client } from '@modelcontextprotocol/client';

/** How long a list may be. */
export interface ListLimits {
  /** The number of entries, by the method that lists them. */
  readonly entries: Readonly<Record<string, number>>;
  /** Bytes of all entries as JSON. */
  readonly bytes: number;
}

export const defaultListLimits: ListLimits = {
  entries: { tools: 1000, prompts: 1000, resources: 10_000, resourceTemplates: 1000 },
  bytes: 8 * 1024 * 1024,
};

/** A list of a server exceeds a limit. */
export class ListLimitError extends Error {
  static {
    this.prototype.name = 'ListLimitError';
  }
}

/** The fields that hold the entries, by method. */
const listFields: Readonly<Record<string, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

interface ListRequest {
  readonly method: string;
  readonly params?: { readonly cursor?: string };
}

type Ask = (request: ListRequest, ...rest: readonly unknown[]) => Promise<unknown>;

/** Makes every list request of `client` fail with a `ListLimitError` when the pages so far exceed a limit. */
export function limitLists(client: Client, limits: ListLimits): void {
  const ask = client.request.bind(client) as Ask;
  /** The size of the pages so far, by field. */
  const sizes = new Map<string, { entries: number; bytes: number }>();
  const limited: Ask = async (request, ...rest) => {
    const result = await ask(request, ...rest);
    const field = listFields[request.method];
    const page = field === undefined ? undefined : (Object(result) as Record<string, unknown>)[field];
    if (field === undefined || !Array.isArray(page)) return result;
    const before = request.params?.cursor === undefined ? undefined : sizes.get(field);
    const size = {
      entries: (before?.entries ?? 0) + page.length,
      bytes: (before?.bytes ?? 0) + Buffer.byteLength(JSON.stringify(page)),
    };
    sizes.set(field, size);
    const most = limits.entries[field] ?? Infinity;
    if (size.entries > most) throw new ListLimitError(`It lists more than ${most} ${words(field)}.`);
    if (size.bytes > limits.bytes)
      throw new ListLimitError(`Its list of ${words(field)} exceeds ${limits.bytes} bytes.`);
    return result;
  };
  Object.assign(client, { request: limited });
}

const words = (field: string): string => (field === 'resourceTemplates' ? 'templates of resources' : field);
