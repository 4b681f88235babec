/** Reads the icon of an agent: only when asked, only from where its source is, and only as a safe SVG. */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readRegularFile } from '@acp-stack/workspace/user-folders';

import type { ListedAgent } from '../contract/agents.ts';
import type { ReadOptions } from '../contract/registry.ts';
import { commandPath } from '../manifest/command-path.ts';
import { readResource } from '../sources/cached-resource.ts';
import { cacheFolder, isAddress, pathOf, type SourceContext } from '../sources/read-source.ts';

/** Reads the icon; undefined if there is none, it cannot be reached, or it is not a usable SVG. */
export async function readIcon(
  agent: Pick<ListedAgent, 'manifest' | 'source'>,
  context: SourceContext,
  options: ReadOptions,
): Promise<string | undefined> {
  const { location } = agent.source;
  const read = await iconReader();
  if (!isAddress(location)) return readLocalIcon(agent, context.iconBytes, read);
  for (const address of iconAddresses(agent)) {
    const name = createHash('sha256').update(address).digest('hex').slice(0, 32);
    const cachePath = join(cacheFolder(location, context), 'icons', name);
    const { value } = await readResource({ address, cachePath, maxBytes: context.iconBytes, read }, context, options);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * The address in the manifest, if it is on the server of the source: no other server is contacted for a picture. Then
 * `<id>.svg` beside the index, where registries put icons and mirrors keep them.
 */
function iconAddresses({ manifest, source }: Pick<ListedAgent, 'manifest' | 'source'>): readonly string[] {
  const base = new URL(source.location);
  const candidates = [manifest.icon, `${manifest.id}.svg`].flatMap((icon) => {
    if (icon === undefined || !URL.canParse(icon, base.href)) return [];
    const url = new URL(icon, base);
    if (url.origin !== base.origin) return [];
    url.username = base.username;
    url.password = base.password;
    return [url.href];
  });
  return [...new Set(candidates)];
}

async function readLocalIcon(
  agent: Pick<ListedAgent, 'manifest' | 'source'>,
  maxBytes: number,
  read: IconReader,
): Promise<string | undefined> {
  for (const path of iconPaths(agent)) {
    try {
      return read(await readRegularFile(path, { maxBytes }));
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}

/** Beside the manifest in the folder of an agent; in the folder of a registry also as `<id>.svg`. */
function iconPaths({ manifest, source }: Pick<ListedAgent, 'manifest' | 'source'>): readonly string[] {
  const path = pathOf(source.location);
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
  const names =
    manifest.icon === undefined ? [] : [commandPath(manifest.icon, '')].filter((name) => name !== undefined);
  if (existsSync(join(folder, 'agent.json'))) return [...names, 'icon.svg'].map((name) => join(folder, name));
  const inOwnFolder = [...names, 'icon.svg'].map((name) => join(folder, manifest.id, name));
  return [...inOwnFolder, ...[...names, `${manifest.id}.svg`].map((name) => join(folder, name))];
}

type IconReader = (content: Uint8Array) => string;

/** The parser of icons is loaded with the first one, because most programs show none. */
async function iconReader(): Promise<IconReader> {
  const { sanitizeSvg } = await import('./sanitize-svg.ts');
  return (content) => {
    const svg = sanitizeSvg(new TextDecoder().decode(content));
    if (svg === undefined) throw new Error('is not an SVG that can be shown');
    return svg;
  };
}
