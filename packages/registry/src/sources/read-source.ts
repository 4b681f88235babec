/** Reads one source, wherever it is; a source that cannot be read is a status and never an exception. */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AgentManifest } from '@acp-stack/schema/v1';

import type { RegistrySource } from '../contract/agents.ts';
import type { ReadOptions, SourceStatus } from '../contract/registry.ts';
import { readIndex, type AgentIndex } from '../manifest/read-index.ts';
import { readResource, type FetchContext, type ReadResource } from './cached-resource.ts';
import { readLocalIndex, reasonOf } from './local-index.ts';

/** Where sources are cached, and how they are read. */
export interface SourceContext extends FetchContext {
  /** The folder of the registry. */
  readonly folder: string;
  /** The largest index. */
  readonly indexBytes: number;
  /** The largest icon. */
  readonly iconBytes: number;
}

/** The agents of a source, and what became of it. */
export interface SourceRead {
  readonly agents: readonly AgentManifest[];
  readonly status: SourceStatus;
}

/** Whether the location is an address; otherwise it is a path. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//iu.test(location);
}

/** The path of a file or folder that is a source. */
export function pathOf(location: string): string {
  return /^file:\/\//iu.test(location) ? fileURLToPath(location) : resolve(location);
}

/** The folder in which the answers of an address are cached. */
export function cacheFolder(location: string, { folder }: Pick<SourceContext, 'folder'>): string {
  return join(folder, 'sources', createHash('sha256').update(location).digest('hex').slice(0, 32));
}

/** Reads the agents of `source`. Throws only the reason of the signal. */
export async function readSource(
  source: RegistrySource,
  context: SourceContext,
  options: ReadOptions,
): Promise<SourceRead> {
  const { location } = source;
  const read = isAddress(location)
    ? await readResource(
        {
          address: location,
          cachePath: join(cacheFolder(location, context), 'index'),
          maxBytes: context.indexBytes,
          read: readIndex,
        },
        context,
        options,
      )
    : await readLocal(location, context, options);
  const { agents, problems, fields }: AgentIndex = read.value ?? { agents: [], problems: [], fields: {} };
  const status: SourceStatus = {
    source,
    count: agents.length,
    isOffline: read.reason !== undefined,
    ...(read.reason !== undefined && { reason: read.reason }),
    ...timesOf(read, context),
    problems: problems.map((problem) => `${source.name}: ${problem}`),
    fields,
  };
  return { agents, status };
}

function timesOf(
  { checkedAt }: ReadResource<AgentIndex>,
  { now }: SourceContext,
): Pick<SourceStatus, 'checkedAt' | 'age'> {
  if (checkedAt === undefined) return {};
  return { checkedAt: new Date(checkedAt).toISOString(), age: Math.max(0, Math.round(now() - checkedAt)) };
}

async function readLocal(
  location: string,
  { indexBytes, now }: SourceContext,
  { signal }: ReadOptions,
): Promise<ReadResource<AgentIndex>> {
  signal?.throwIfAborted();
  try {
    const path = pathOf(location);
    try {
      return { value: await readLocalIndex(path, indexBytes), checkedAt: now() };
    } catch (error) {
      return { reason: `${path} ${reasonOf(error)}.` };
    }
  } catch {
    return { reason: `${location} is not the address of a file.` };
  }
}
