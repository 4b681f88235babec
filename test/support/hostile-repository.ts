/**
 * Git repositories whose settings name a program, and whether that program ran.
 *
 * Every file of the work tree has to be compared with the index again, there is a submodule with settings of its own,
 * and in some of them objects are missing, which git would fetch.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the settings are written. */
export const settingPlaces = [
  'config',
  'config.worktree',
  'include',
  'includeIf',
  'linked work tree',
  'submodule',
  'submodule config.worktree',
] as const;
type SettingPlace = (typeof settingPlaces)[number];

/** Settings that git's manual says are programs or lead to one, with `CANARY` for the program. */
export const dangerousSettings: readonly (readonly [name: string, value: string])[] = [
  ['alias.status', '!CANARY'],
  ['core.alternateRefsCommand', 'CANARY'],
  ['core.askPass', 'CANARY'],
  ['core.editor', 'CANARY'],
  ['core.fsmonitor', 'CANARY'],
  ['core.gitProxy', 'CANARY'],
  ['core.hooksPath', 'HOOKS'],
  ['core.pager', 'CANARY'],
  ['core.sshCommand', 'CANARY'],
  ['credential.helper', '!CANARY'],
  ['diff.external', 'CANARY'],
  ['diff.evil.command', 'CANARY'],
  ['diff.evil.textconv', 'CANARY'],
  ['difftool.evil.cmd', 'CANARY'],
  ['filter.evil.clean', 'CANARY'],
  ['filter.evil.process', 'CANARY'],
  ['filter.evil.smudge', 'CANARY'],
  ['gc.recentObjectsHook', 'CANARY'],
  ['gpg.program', 'CANARY'],
  ['gpg.ssh.defaultKeyCommand', 'CANARY'],
  ['interactive.diffFilter', 'CANARY'],
  ['merge.evil.driver', 'CANARY'],
  ['mergetool.evil.cmd', 'CANARY'],
  ['pager.status', 'CANARY'],
  ['protocol.ext.allow', 'always'],
  ['remote.evil.receivepack', 'CANARY'],
  ['remote.evil.uploadpack', 'CANARY'],
  ['remote.evil.url', 'ext::CANARY'],
  ['remote.evil.vcs', 'CANARY'],
  ['sequence.editor', 'CANARY'],
  ['ssh.variant', 'CANARY'],
  ['submodule.sub.update', '!CANARY'],
  ['tar.evil.command', 'CANARY'],
  ['trailer.evil.cmd', 'CANARY'],
  ['trailer.evil.command', 'CANARY'],
  ['uploadpack.packObjectsHook', 'CANARY'],
];

/** Every setting that the manual of the installed git names, with the program as its value. */
export function allSettings(): readonly (readonly [name: string, value: string])[] {
  const listed = execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n');
  const names = listed
    .map((name) => name.replaceAll(/<[^>]*>|\*/gu, 'evil'))
    .filter((name) => /^[a-z]+\.(?:[\w.-]+\.)?[a-z][a-z\d-]*$/iu.test(name));
  const known = names.filter(
    (name) => !/^(?:include|includeIf|extensions|core\.(?:bare|repositoryF.*|worktree)$)/iu.test(name),
  );
  return known.map((name) => [name, 'CANARY'] as const);
}

export interface HostileRepository extends Disposable {
  /** The work tree. */
  readonly folder: string;
  /** The settings whose program ran. */
  ran(): readonly string[];
  /** Replaces the settings in `config` by this one. */
  replaceSetting(name: string, value: string): void;
}

export interface HostileOptions {
  readonly settings: readonly (readonly [name: string, value: string])[];
  readonly place?: SettingPlace;
  /** Removes the tree of the newest commit, which git would fetch from the remote. */
  readonly isPartial?: boolean;
}

let template: string | undefined;

/** Creates a repository with these settings. */
export function createHostileRepository(options: HostileOptions): HostileRepository {
  const { settings, place = 'config', isPartial = false } = options;
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-hostile-')));
  cpSync((template ??= createTemplate()), home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const isLinked = place === 'linked work tree';
  const folder = join(home, isLinked ? 'linked' : 'tree');
  const git = join(home, 'tree', '.git');
  if (isLinked) {
    writeFileSync(join(folder, '.git'), `gitdir: ${join(git, 'worktrees', 'linked')}\n`);
    writeFileSync(join(git, 'worktrees', 'linked', 'gitdir'), `${join(folder, '.git')}\n`);
  }
  for (const hook of hooks) writeProgram(join(home, 'hooks', hook), home, `the hook ${hook}`);
  for (const hook of hooks) writeProgram(join(git, 'hooks', hook), home, `the hook ${hook}`);
  writeProgram(join(home, 'canary'), home, '$*');
  const line = (name: string, value: string): string => {
    const program = `${join(home, 'canary')} ${name}`;
    return settingLine(name, value.replace('CANARY', program).replace('HOOKS', join(home, 'hooks')));
  };
  const plain = readFileSync(join(git, 'config'), 'utf8');
  writeSettings({ home, git, place }, settings.map(([name, value]) => line(name, value)).join(''));
  if (isPartial) removeTree(git);
  // The files have to be compared again.
  for (const file of ['tree/rose.txt', 'tree/sub/lily.txt', 'linked/rose.txt']) {
    utimesSync(join(home, file), new Date(), new Date(Date.now() + 10_000));
  }
  return {
    folder,
    ran: () => (existsSync(join(home, 'ran')) ? readFileSync(join(home, 'ran'), 'utf8').split('\n').slice(0, -1) : []),
    replaceSetting: (name, value) => {
      writeFileSync(join(git, 'config'), plain + line(name, value));
    },
    [Symbol.dispose]: () => {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A program that notes that it ran. */
function writeProgram(path: string, home: string, name: string): void {
  writeFileSync(path, `#!/bin/sh\necho "${name}" >> '${home}/ran'\nexit 1\n`);
  chmodSync(path, 0o755);
}

function settingLine(name: string, value: string): string {
  const parts = name.split('.');
  const [section, key] = [parts[0] ?? '', parts.at(-1) ?? ''];
  const middle = parts.slice(1, -1).join('.');
  return `[${section}${middle === '' ? '' : ` "${middle}"`}]\n\t${key} = "${value.replaceAll('"', '\\"')}"\n`;
}

function writeSettings({ home, git, place }: { home: string; git: string; place: SettingPlace }, text: string): void {
  const own = '[extensions]\n\tworktreeConfig = true\n';
  const evil = join(home, 'evil.inc');
  const submodule = join(home, 'tree', 'sub', '.git');
  const write: Readonly<Record<SettingPlace, () => void>> = {
    config: () => appendFileSync(join(git, 'config'), text),
    'config.worktree': () => {
      appendFileSync(join(git, 'config'), own);
      writeFileSync(join(git, 'config.worktree'), text);
    },
    include: () => {
      appendFileSync(join(git, 'config'), `[include]\n\tpath = ${evil}\n`);
      writeFileSync(evil, text);
    },
    includeIf: () => {
      appendFileSync(join(git, 'config'), `[includeIf "gitdir:**"]\n\tpath = ${evil}\n`);
      writeFileSync(evil, text);
    },
    'linked work tree': () => {
      appendFileSync(join(git, 'config'), own);
      writeFileSync(join(git, 'worktrees', 'linked', 'config.worktree'), text);
    },
    submodule: () => appendFileSync(join(submodule, 'config'), text),
    'submodule config.worktree': () => {
      appendFileSync(join(submodule, 'config'), own);
      writeFileSync(join(submodule, 'config.worktree'), text);
    },
  };
  write[place]();
}

/** Makes the repository a partial clone of `evil`, without the tree of its commit. */
function removeTree(git: string): void {
  const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: join(git, '..'), encoding: 'utf8' }).trim();
  rmSync(join(git, 'objects', tree.slice(0, 2), tree.slice(2)), { force: true });
  appendFileSync(join(git, 'config'), '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = evil\n');
  appendFileSync(join(git, 'config'), '[remote "evil"]\n\tpromisor = true\n\turl = /nowhere\n');
}

const hooks = [
  'fsmonitor-watchman',
  'post-checkout',
  'post-index-change',
  'pre-auto-gc',
  'query-watchman',
  'reference-transaction',
];

/** A repository with a commit, a submodule and a linked work tree; every file has a filter and a driver. */
function createTemplate(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-template-')));
  process.once('exit', () => {
    rmSync(home, { recursive: true, force: true });
  });
  const [tree, sub] = [join(home, 'tree'), join(home, 'tree', 'sub')];
  const identity = ['-c', 'user.name=Rose', '-c', 'user.email=rose@example.com', '-c', 'protocol.file.allow=always'];
  const git = (cwd: string, ...args: readonly string[]): void => {
    execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' });
  };
  mkdirSync(sub, { recursive: true });
  mkdirSync(join(home, 'hooks'));
  git(tree, 'init', '-q', '-b', 'main');
  git(sub, 'init', '-q', '-b', 'main');
  writeFileSync(join(sub, 'lily.txt'), 'lily\n');
  writeFileSync(join(tree, 'rose.txt'), 'rose\n');
  writeFileSync(join(tree, '.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
  writeFileSync(join(tree, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  git(sub, 'add', '.');
  git(sub, 'commit', '-q', '-m', 'lily');
  git(tree, 'add', '.');
  git(tree, 'commit', '-q', '-m', 'rose');
  git(tree, 'worktree', 'add', '-q', '-b', 'side', join(home, 'linked'));
  for (const folder of [tree, sub]) {
    writeFileSync(join(folder, '.git', 'info', 'attributes'), '* filter=evil diff=evil merge=evil\n');
  }
  return home;
}
