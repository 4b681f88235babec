/**
 * Finds the icon of an entry: the file that its manifest names, or `icon.svg`.
 *
 * A file wins over an address, because it is published with the registry.
 */
import { join, posix } from 'node:path';

import { addressProblem, isOwnMachine, onlyHere } from '../folder/addresses.ts';
import { stringField } from '../folder/fields.ts';
import { maxIconBytes, readPlainFile } from '../folder/plain-file.ts';
import type { Entry } from '../folder/read-folder.ts';
import type { Problems } from '../report/problems.ts';

/** An icon as a file with its content, or as an address. */
export type Icon = { readonly file: string; readonly text: string } | { readonly address: string };

const defaultName = 'icon.svg';

/** Finds the icon of `entry`; undefined if it has none, or none that can be used. */
export async function findIcon(entry: Entry, problems: Problems): Promise<Icon | undefined> {
  const report = problems.of(entry.file);
  const field = stringField(entry.value, 'icon');
  const isAddress = field !== undefined && /^[a-z][a-z0-9+.-]*:/iu.test(field);
  const addressFault = isAddress ? addressProblem(field) : undefined;
  if (addressFault !== undefined) report('address', '/icon', `The address of the icon ${addressFault}.`);
  else if (isAddress && isOwnMachine(field)) report('address-public', '/icon', `The address of the icon ${onlyHere}.`);
  const name = field === undefined || isAddress ? defaultName : posix.normalize(field);
  if (!isInside(name)) {
    report('icon-file', '/icon', 'The icon is not in the folder of the agent; put it there, as icon.svg.');
    return undefined;
  }
  if (!/\.svg$/iu.test(name)) {
    report('icon-file', '/icon', 'The icon is not an .svg file.');
    return undefined;
  }
  const content = await readPlainFile(join(entry.path, name), maxIconBytes);
  const file = entry.prefix + name;
  if (content === undefined) {
    if (isAddress) return addressFault === undefined ? { address: field } : undefined;
    if (field !== undefined) report('icon-file', '/icon', `The file ${name} does not exist in the folder.`);
    else report('icon-present', '', 'icon.svg does not exist, so clients show a placeholder.');
    return undefined;
  }
  if ('text' in content) return { file, text: content.text };
  problems.add('plain-file', file, '', `The icon ${content.refused}.`);
  return undefined;
}

/** One name without folders: a folder on the way could be a link. */
const isInside = (name: string): boolean => /^[^/\\\p{Cc}]+$/u.test(name) && name !== '..' && name !== '.';
