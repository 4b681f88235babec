/** Finds the command that runs the tests of a project. */
import { programFile } from '@acp-stack/stdio';
import { WorkspaceError, type Files } from '@acp-stack/workspace';

/** A command that runs the tests, and the file that defines it. */
export interface ProjectTests {
  readonly command: string;
  readonly because: string;
}

/** Whether a program is installed. */
type IsInstalled = (program: string) => boolean;

interface Kind {
  readonly file: string;
  readonly command: (text: string, names: ReadonlySet<string>, isInstalled: IsInstalled) => string | undefined;
}

const kinds: readonly Kind[] = [
  {
    file: 'package.json',
    command: (text, names, isInstalled) => {
      if (!hasScript(text, 'test')) return undefined;
      const wanted = packageManagerOf(text);
      const has = (program: string, ...locks: readonly string[]): boolean =>
        (wanted === program || (wanted === undefined && locks.some((lock) => names.has(lock)))) && isInstalled(program);
      if (has('pnpm', 'pnpm-lock.yaml')) return 'pnpm test';
      if (has('yarn', 'yarn.lock')) return 'yarn test';
      return has('bun', 'bun.lockb', 'bun.lock') ? 'bun run test' : 'npm test';
    },
  },
  { file: 'deno.json', command: () => 'deno test' },
  { file: 'Cargo.toml', command: () => 'cargo test' },
  { file: 'go.mod', command: () => 'go test ./...' },
  { file: 'pyproject.toml', command: (text) => (/pytest/u.test(text) ? 'pytest' : 'python3 -m unittest') },
  { file: 'pytest.ini', command: () => 'pytest' },
  { file: 'tox.ini', command: () => 'tox' },
  { file: 'pom.xml', command: (_, names) => (names.has('mvnw') ? './mvnw test' : 'mvn test') },
  { file: 'build.gradle', command: (_, names) => (names.has('gradlew') ? './gradlew test' : 'gradle test') },
  { file: 'build.gradle.kts', command: (_, names) => (names.has('gradlew') ? './gradlew test' : 'gradle test') },
  { file: 'mix.exs', command: () => 'mix test' },
  { file: 'Gemfile', command: (text) => (/rspec/u.test(text) ? 'bundle exec rspec' : 'bundle exec rake test') },
  { file: 'Makefile', command: (text) => (/^test\s*:/mu.test(text) ? 'make test' : undefined) },
];

/**
 * The first match in the working directory; undefined if there is none. The scripts of a package are run with npm if
 * the package manager that it names, or that of its lock file, is not installed.
 */
export async function findTests(
  files: Files,
  signal: AbortSignal,
  isInstalled: IsInstalled = isOnPath,
): Promise<ProjectTests | undefined> {
  const { entries } = await files.list('.', { signal });
  const names = new Set(entries.map(({ name }) => name));
  for (const { file, command } of kinds) {
    if (!names.has(file)) continue;
    const found = command(await textOf(files, file, signal), names, isInstalled);
    if (found !== undefined) return { command: found, because: file };
  }
  return undefined;
}

const isOnPath: IsInstalled = (program) => programFile(program, { env: process.env }) !== undefined;

/** The text of a file; empty if it cannot be read. */
async function textOf(files: Files, file: string, signal: AbortSignal): Promise<string> {
  try {
    return (await files.read(file, { signal })).text;
  } catch (error) {
    if (error instanceof WorkspaceError) return '';
    throw error;
  }
}

const hasScript = (manifest: string, name: string): boolean =>
  typeof Object(fieldsOf(manifest)['scripts'])[name] === 'string';

/** The name in `packageManager`, such as pnpm of `pnpm@10.0.0`. */
function packageManagerOf(manifest: string): string | undefined {
  const { packageManager } = fieldsOf(manifest);
  return typeof packageManager === 'string' ? packageManager.split('@')[0] : undefined;
}

/** The fields of a manifest; none if it cannot be read. */
function fieldsOf(manifest: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(manifest)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
