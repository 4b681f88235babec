/** Checks a folder of manifests: that of one agent, or a whole registry. */
import { printable } from '../../manifest/printable.ts';
import { stringField } from '../folder/fields.ts';
import { readFolder, type Entry, type ManifestFolder } from '../folder/read-folder.ts';
import { skeletonIcon } from '../folder/skeleton.ts';
import { checkIcon } from '../icon/check-icon.ts';
import { findIcon, type Icon } from '../icon/find-icon.ts';
import type { CheckReport } from '../report/check-report.ts';
import { Problems } from '../report/problems.ts';
import { ruleSets, type RuleLevels } from '../report/rules.ts';
import { checkLocalArchives } from './local-archives.ts';
import { checkManifest } from './check-manifest.ts';
import type { CheckOptions } from '../report/check-options.ts';

/** An entry with its icon. */
export interface CheckedEntry {
  readonly entry: Entry;
  readonly icon: Icon | undefined;
}

/** A folder that was read and checked. */
export interface CheckedFolder {
  readonly report: CheckReport;
  readonly entries: readonly CheckedEntry[];
}

/**
 * Checks the manifests and icons of `folder`.
 *
 * Without options it uses no network and starts nothing. Problems are part of the report; it rejects only if the folder
 * cannot be read.
 */
export async function checkFolder(folder: string, options: CheckOptions = {}): Promise<CheckReport> {
  return (await readAndCheck(folder, options)).report;
}

/** Like `checkFolder`, with what was read; `levels` are stricter than those of the rules. */
export async function readAndCheck(
  folder: string,
  options: CheckOptions = {},
  levels: RuleLevels = {},
): Promise<CheckedFolder> {
  const { online = false, handshake = false, signal, rules = 'official' } = options;
  if (!Object.hasOwn(ruleSets, rules)) throw new TypeError(`Unknown rules "${rules}"; use official or team.`);
  const problems = new Problems({ ...ruleSets[rules], ...levels });
  const read = await readFolder(folder, problems);
  const entries: CheckedEntry[] = [];
  for (const entry of read.entries) {
    signal?.throwIfAborted();
    checkManifest(entry, problems.of(entry.file));
    await checkLocalArchives(entry, problems.of(entry.file));
    const icon = await findIcon(entry, problems);
    if (icon !== undefined && 'text' in icon) {
      checkIcon(icon.text, problems.of(icon.file));
      if (icon.text === skeletonIcon)
        problems.add('filled-in', icon.file, '', 'This is the icon of a new manifest; draw your own.');
    }
    entries.push({ entry, icon });
  }
  checkUniqueIds(read.entries, problems);
  const unchecked = ignoredFolders(read);
  if (online === false) unchecked.push(...offlineSentences(entries));
  else {
    const { checkOnline } = await import('../online/check-online.ts');
    await checkOnline(entries, problems, { ...(online === true ? {} : online), ...(signal && { signal }) });
  }
  const agents = read.entries.filter(({ kind }) => kind === 'agent');
  if (handshake === false) {
    if (agents.length > 0) unchecked.push('Agents were not started, so their auth methods are not known.');
  } else {
    const { checkHandshakes } = await import('../handshake/check-handshakes.ts');
    const settings = { ...(handshake === true ? {} : handshake), ...(signal && { signal }) };
    unchecked.push(...(await checkHandshakes(agents, problems, settings)));
  }
  const found = problems.sorted();
  const report: CheckReport = {
    passed: found.every(({ level }) => level !== 'error'),
    kind: read.kind,
    ids: [...read.entries.map(({ value, name }) => stringField(value, 'id') ?? name), ...read.unusable].toSorted(),
    problems: found,
    unchecked,
  };
  return { report, entries };
}

function checkUniqueIds(entries: readonly Entry[], problems: Problems): void {
  const owners = new Map<string, Entry>();
  for (const entry of entries) {
    const id = stringField(entry.value, 'id');
    if (id === undefined) continue;
    const owner = owners.get(id);
    if (owner === undefined) owners.set(id, entry);
    else problems.add('id-unique', entry.file, '/id', `The id "${printable(id)}" is also that of ${owner.file}.`);
  }
}

function ignoredFolders({ kind, ignored }: ManifestFolder): string[] {
  return kind === 'registry' ? ignored.map((name) => `The folder ${name} was ignored: it has no agent.json.`) : [];
}

function offlineSentences(entries: readonly CheckedEntry[]): string[] {
  const remote = entries.flatMap(({ icon }) => (icon !== undefined && 'address' in icon ? [icon.address] : []));
  return [
    ...(entries.length > 0 ? ['No address was asked, so archives and packages may not exist.'] : []),
    ...(remote.length > 0 ? [`Icons at addresses were not looked at: ${remote.join(', ')}.`] : []),
  ];
}
