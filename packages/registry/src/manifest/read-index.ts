/** Reads the file that lists the agents of a registry; one bad entry does not spoil the others. */
import type { AgentManifest } from '@acp-stack/schema/v1';

import { isNestedDeeper } from './json-depth.ts';
import { jsonMistake } from './json-mistake.ts';
import { printable } from './printable.ts';
import { readManifest, type ManifestPlace } from './read-manifest.ts';

/** The agents of one source. */
export interface AgentIndex {
  readonly agents: readonly AgentManifest[];
  /** A line for each entry that was skipped or of which a part was left out, as `id: reason`. */
  readonly problems: readonly string[];
  /** The fields of the file besides `agents`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A file that is not a registry; the message is the end of a sentence about it. */
class NotARegistryError extends Error {
  static {
    this.prototype.name = 'NotARegistryError';
  }
}

/** Keeps `JSON.parse` from filling the memory with brackets. */
const maxDepth = 100_000;
const knownFormat = 1;

/** Reads the content of a `registry.json`, or of the `agent.json` of one agent. Throws `NotARegistryError`. */
export function readIndex(content: Uint8Array, place: ManifestPlace = 'web'): AgentIndex {
  const value = parseJson(content);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new NotARegistryError('is not a registry: a JSON object with "agents" is expected');
  }
  if ('id' in value && 'distribution' in value && !('agents' in value)) return collectAgents([value], place);
  const { agents, ...fields } = value as Readonly<Record<string, unknown>>;
  if (!Array.isArray(agents)) throw new NotARegistryError('is not a registry: "agents" must be an array');
  const index = collectAgents(agents, place);
  return { ...index, problems: [...formatProblems(fields), ...index.problems], fields };
}

/** A file of a later format is read as far as it can be understood. */
function formatProblems({ version }: Readonly<Record<string, unknown>>): readonly string[] {
  const major = typeof version === 'string' ? /^(\d{1,9})\./u.exec(version)?.[1] : undefined;
  if (major === undefined || Number(major) <= knownFormat) return [];
  return [`registry.json: it has the format ${major}, and ${knownFormat} is known here; some of it may be missing`];
}

/** Reads entries; the first one with an id is used. */
export function collectAgents(entries: readonly unknown[], place: ManifestPlace = 'web'): AgentIndex {
  const agents = new Map<string, AgentManifest>();
  const problems: string[] = [];
  for (const [at, entry] of entries.entries()) {
    const read = readManifest(entry, place);
    if (read.manifest === undefined) {
      problems.push(`${read.id === undefined ? `entry ${at + 1}` : printable(read.id)}: ${read.reason}`);
    } else if (agents.has(read.manifest.id)) {
      problems.push(`${read.manifest.id}: it is listed more than once; the first entry is used`);
    } else {
      const { manifest } = read;
      agents.set(manifest.id, manifest);
      problems.push(...read.problems.map((problem) => `${manifest.id}: ${problem}`));
    }
  }
  return { agents: [...agents.values()], problems, fields: {} };
}

/** Parses JSON in UTF-8, or in UTF-16 as some Windows programs write it, with or without a byte order mark. */
export function parseJson(content: Uint8Array): unknown {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content);
  if (/^\s*</u.test(text)) throw new NotARegistryError('is a web page and not a registry');
  if (isNestedDeeper(text, maxDepth)) throw new NotARegistryError(`is nested deeper than ${maxDepth} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotARegistryError(`is not valid JSON: ${jsonMistake(text)}`, { cause: error });
  }
}
