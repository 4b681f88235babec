/** Finds the command that runs the tests of a project. */
import { WorkspaceError, type Files } from '@acp-stack/workspace';

/** A command that runs the tests, and the file that defines it. */
export interface ProjectTests {
  readonly command: string;
  readonly because: string;
}

interface Kind {
  readonly file: string;
  readonly command: (text: string, names: ReadonlySet<string>) => string | undefined;
}

const kinds: readonly Kind[] = [
  {
    file: 'package.json',
    command: (text, names) => {
      if (!hasScript(text, 'test')) return undefined;
      if (names.has('pnpm-lock.yaml')) return 'pnpm test';
      if (names.has('yarn.lock')) return 'yarn test';
      return names.has('bun.lockb') || names.has('bun.lock') ? 'bun run test' : 'npm test';
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

/** The first match in the working directory; undefined if there is none. */
export async function findTests(files: Files, signal: AbortSignal): Promise<ProjectTests | undefined> {
  const { entries } = await files.list('.', { signal });
  const names = new Set(entries.map(({ name }) => name));
  for (const { file, command } of kinds) {
    if (!names.has(file)) continue;
    const found = command(await textOf(files, file, signal), names);
    if (found !== undefined) return { command: found, because: file };
  }
  return undefined;
}

/** The text of a file; empty if it cannot be read. */
async function textOf(files: Files, file: string, signal: AbortSignal): Promise<string> {
  try {
    return (await files.read(file, { signal })).text;
  } catch (error) {
    if (error instanceof WorkspaceError) return '';
    throw error;
  }
}

function hasScript(manifest: string, name: string): boolean {
  try {
    const { scripts } = JSON.parse(manifest) as { readonly scripts?: Readonly<Record<string, unknown>> };
    return typeof scripts?.[name] === 'string';
  } catch {
    return false;
  }
}
