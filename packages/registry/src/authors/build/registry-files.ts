/**
 * The files of a registry.
 *
 * They depend on the manifests and icons only: the same folder gives the same bytes, on every machine and every day.
 */
import type { AgentManifest } from '@acp-stack/schema/v1';

import type { CheckedEntry } from '../check/check-folder.ts';
import { sitePage } from '../site/site-page.ts';
import { schemaFiles } from './json-schema.ts';

/** What the files depend on besides the entries. */
export interface FileOptions {
  /** The address of the folder, without a slash at its end; addresses of icons are relative when absent. */
  readonly base: string | undefined;
  /** The title of the page; without it there is no page. */
  readonly title: string | undefined;
}

/** The version of the file format. */
const formatVersion = '1.0.0';

/** Returns the content of each file by its name, sorted by name. */
export function registryFiles(
  checked: readonly CheckedEntry[],
  { base, title }: FileOptions,
): ReadonlyMap<string, string> {
  const entries = checked.map(({ entry: { kind, value }, icon }) => {
    const manifest = value as AgentManifest;
    if (icon === undefined) return { kind, manifest };
    if ('address' in icon) return { kind, manifest: { ...manifest, icon: icon.address } };
    const name = `${manifest.id}.svg`;
    return { kind, manifest: { ...manifest, icon: base === undefined ? name : `${base}/${name}` }, svg: icon.text };
  });
  const listOf = (wanted: string): AgentManifest[] =>
    entries.filter(({ kind }) => kind === wanted).map(({ manifest }) => manifest);
  // The official tools refuse a registry without `extensions`.
  const registry = { version: formatVersion, agents: listOf('agent'), extensions: listOf('extension') };
  const files = new Map<string, string>([['registry.json', toText(registry)]]);
  for (const { manifest, svg } of entries) if (svg !== undefined) files.set(`${manifest.id}.svg`, svg);
  for (const [name, schema] of Object.entries(schemaFiles(base))) files.set(name, toText(schema));
  if (title !== undefined) files.set('index.html', sitePage(entries, title, base));
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
