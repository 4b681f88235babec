/**
 * Files and folders by which a repository makes git run something: its own folders, its settings with the files that
 * they include, and the hooks and programs that these name.
 *
 * The conditions of `includeIf` are not looked at: each included file counts.
 */
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import { findRepository, maxConfigBytes, readSmallFile } from '../git/find-repository.ts';
import { parseGitConfig, type GitSetting } from '../git/git-config.ts';
import { isWithin } from '../paths/roots.ts';

/** Git itself allows ten levels. */
const maxDepth = 10;
const maxFiles = 100;
const maxPrograms = 1000;

/** Returns the places of the repository that contains `root`, and of the settings of the user in `home`. */
export async function gitPlaces(root: string, home: string): Promise<readonly string[]> {
  const repository = await findRepository(root);
  if (repository === undefined) return [];
  const { workTree, gitFolder, commonFolder } = repository;
  const own = [join(commonFolder, 'config'), join(gitFolder, 'config.worktree')];
  const users = [join(home, '.gitconfig'), join(home, '.config', 'git', 'config')];
  const { files, settings } = await readConfigs([...own, ...users], home);
  const hooks = settings
    .filter(({ name }) => folderSettings.has(name))
    .map(({ value }) => expanded(value, workTree, home));
  const programs = await programsOf(settings, workTree, home);
  // A setting that names the work tree itself, or a folder around it, would protect every file.
  return [gitFolder, commonFolder, ...files, ...hooks.filter((path) => !isWithin(workTree, path)), ...programs];
}

/** The settings of files and of what they include, each file once. */
async function readConfigs(
  paths: readonly string[],
  home: string,
): Promise<{ readonly files: readonly string[]; readonly settings: readonly GitSetting[] }> {
  const files = new Set<string>();
  const settings: GitSetting[] = [];
  let level = [...paths];
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const included: string[] = [];
    for (const file of level.filter((path) => !files.has(path))) {
      if (files.size >= maxFiles) break;
      files.add(file);
      const found = parseGitConfig((await readSmallFile(file, maxConfigBytes)) ?? '');
      settings.push(...found);
      const values = found.filter(({ name }) => /^include(?:if\..*)?\.path$/su.test(name)).map(({ value }) => value);
      included.push(...values.map((value) => expanded(value, dirname(file), home)));
    }
    level = included;
  }
  return { files: [...files], settings };
}

/** Settings whose value is a folder with hooks. */
const folderSettings: ReadonlySet<string> = new Set(['core.hookspath', 'init.templatedir']);
/** Settings whose values are addresses and names of branches, or were looked at. */
const dataSettings =
  /^(?:remote\..*\.(?:url|pushurl|fetch|push)|branch\..*|url\..*|include(?:if\..*)?\.path|user\.name|core\.(?:hookspath|worktree))$/su;

/**
 * The files of the work tree that the value of a setting names as a program, an argument of one, or a file with more
 * settings; they need not exist.
 */
async function programsOf(settings: readonly GitSetting[], workTree: string, home: string): Promise<readonly string[]> {
  const words = settings
    .filter(({ name }) => !dataSettings.test(name))
    .flatMap(({ value }) => [value, ...value.split(/[\s"'!;|&()<>=`$]+/u)])
    .filter((word) => word !== '');
  const places = [...new Set(words)]
    .slice(0, maxPrograms)
    .map((word) => ({ word, path: expanded(word, workTree, home) }));
  const found = await Promise.all(
    places.map(async ({ word, path }) => {
      if (!isWithin(path, workTree) || path === workTree) return [];
      const stats = await stat(path).catch(() => undefined);
      const isProgram = stats === undefined ? word.includes('/') && !/\s/u.test(word) : stats.isFile();
      return isProgram ? [path] : [];
    }),
  );
  return found.flat();
}

/** The absolute path of a value; `~` is the home folder. */
function expanded(value: string, folder: string, home: string): string {
  if (value === '~' || value.startsWith('~/')) return join(home, value.slice(1));
  return isAbsolute(value) ? resolve(value) : resolve(folder, value);
}
