/**
 * The few settings of a repository that are used: how files are compared, what the upstream of a branch is, and where
 * the repository comes from.
 *
 * Only values that cannot name a program are taken, and each is checked; includes are not followed.
 */
import { join } from 'node:path';

import { maxConfigBytes, readSmallFile, type Repository } from './find-repository.ts';
import { runGit, type GitRun } from './run-git.ts';

/** The settings of one file, by name; names are as git prints them, a later value replaces an earlier one. */
export type Settings = ReadonlyMap<string, string>;

/** Reads the settings of a repository, without those of a linked work tree; an unreadable file has none. */
export async function readSettings(git: string, { commonFolder }: Repository, run: GitRun): Promise<Settings> {
  const input = await readSmallFile(join(commonFolder, 'config'), maxConfigBytes);
  if (input === undefined) return new Map();
  const { exitCode, output, isCut } = await runGit(
    git,
    ['config', '--file', '-', '--no-includes', '--null', '--list'],
    { ...run, input },
  );
  if (exitCode !== 0 || isCut) return new Map();
  return new Map(
    output.split('\0').map((entry): [string, string] => {
      const [name = '', ...value] = entry.split('\n');
      return [name, value.length === 0 ? 'true' : value.join('\n')];
    }),
  );
}

const flag = /^(?:true|false|yes|no|on|off|0|1)$/iu;

/** Settings of how files are compared, with the values that are taken. */
const comparing: Readonly<Record<string, RegExp>> = {
  'core.filemode': flag,
  'core.symlinks': flag,
  'core.ignorecase': flag,
  'core.precomposeunicode': flag,
  'core.trustctime': flag,
  'core.checkstat': /^(?:default|minimal)$/iu,
  'core.autocrlf': /^(?:true|false|yes|no|on|off|0|1|input)$/iu,
  'core.eol': /^(?:lf|crlf|native)$/iu,
};

const objectFormats = /^(?:sha1|sha256)$/u;
const plainName = /^[\w./+@-]{1,255}$/u;
const fetchRule = /^\+?refs\/[\w./+@*-]{1,255}:refs\/[\w./+@*-]{1,255}$/u;

/** The text of a config file with what is used of `settings`, for a work tree on `branch`. */
export function usedSettings(settings: Settings, branch: string | undefined): string {
  const taken = (name: string, allowed: RegExp): string | undefined => {
    const value = settings.get(name);
    return value !== undefined && allowed.test(value) ? value : undefined;
  };
  const core = Object.entries(comparing).flatMap(([name, allowed]) => {
    const value = taken(name, allowed);
    return value === undefined ? [] : [`\t${name.slice('core.'.length)} = ${value}`];
  });
  const format = taken('extensions.objectformat', objectFormats);
  const remote = branch === undefined ? undefined : taken(`branch.${branch}.remote`, plainName);
  const merge = branch === undefined ? undefined : taken(`branch.${branch}.merge`, plainName);
  const fetch = remote === undefined ? undefined : taken(`remote.${remote}.fetch`, fetchRule);
  const hasUpstream = branch !== undefined && plainName.test(branch) && merge !== undefined && fetch !== undefined;
  return [
    '[core]',
    `\trepositoryformatversion = ${format === undefined ? 0 : 1}`,
    '\tbare = false',
    ...core,
    ...(format === undefined ? [] : ['[extensions]', `\tobjectformat = ${format}`]),
    ...(hasUpstream ? [`[branch "${branch}"]`, `\tremote = ${remote}`, `\tmerge = ${merge}`] : []),
    ...(hasUpstream ? [`[remote "${remote}"]`, `\tfetch = ${fetch}`] : []),
    '',
  ].join('\n');
}
