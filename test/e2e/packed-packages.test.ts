/**
 * What a user gets from the registry: every published package is packed, installed from its tarball into an empty
 * project, and used there by a program that knows nothing of this repository.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { dependencyVersions } from '../../apps/create-acp-agent/src/dependency-versions.ts';
import { templates } from '../../apps/create-acp-agent/src/templates.ts';
import { conversationOf, conversations, hasPassed, nextCommands } from '../../scripts/release/try-templates.mjs';
import { readWorkspace } from '../../scripts/workspace.mjs';
import { repository, run, temporaryFolder, type Outcome } from '../support/checkout.ts';
import { npmEnvironment as environment } from '../support/npm-environment.ts';

const minutes = 60_000;
const tarballs = temporaryFolder();
const project = temporaryFolder();
const published = readWorkspace(repository).filter(({ manifest }) => manifest.private !== true);

/** The compiler of the repository. */
const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
const libraries = published.filter(({ isApp }) => !isApp);
const programsWithTypes = published.filter(({ isApp, manifest }) => isApp && manifest.exports !== undefined);

beforeAll(async () => {
  // Builds what the sources say now, all packages at once; the script `prepack` would build each of them again.
  await mustSucceed([process.execPath, 'bin/acp', '--help'], repository);
  const filters = published.map(({ home }) => `--filter=./${home}`);
  const options = ['--config.ignore-scripts=true', '--pack-destination', tarballs.path];
  const pack = ['--recursive', ...filters, 'pack', ...options];
  await mustSucceed([process.execPath, join(repository, 'scripts', 'pnpm.mjs'), ...pack], repository);
  writeFileSync(join(project.path, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
}, 10 * minutes);

afterAll(() => {
  tarballs[Symbol.dispose]();
  project[Symbol.dispose]();
});

describe('the packed packages', { timeout: 10 * minutes }, () => {
  test('are one tarball per published package', () => {
    expect(readdirSync(tarballs.path).toSorted()).toEqual(
      published.map(({ manifest }) => `${fileName(manifest.name)}-${manifest.version}.tgz`).toSorted(),
    );
  });

  test('install without the registry when they need nothing from it', async () => {
    await install(['@acp-stack/schema'], '--offline');
    expect(readdirSync(join(project.path, 'node_modules', '@acp-stack'))).toEqual(['schema']);
  });

  test('compile and run in a strict consumer', async () => {
    writeFileSync(join(project.path, 'consumer.ts'), consumer);
    writeFileSync(join(project.path, 'tsconfig.json'), JSON.stringify(consumerConfig));
    await mustSucceed([process.execPath, tsc, '-p', 'tsconfig.json'], project.path);
    const outcome = await mustSucceed([process.execPath, 'consumer.js'], project.path);
    expect(JSON.parse(outcome.stdout)).toEqual({ v1: 'accepted', v2: 'accepted', unstable: 'accepted', refused: true });
  });

  test('refuse a wrong type at compile time', async () => {
    writeFileSync(
      join(project.path, 'consumer.ts'),
      `import type { ContentBlock } from '@acp-stack/schema/v2';\nexport const block: ContentBlock = { type: 'text' };\n`,
    );
    const outcome = await run([process.execPath, tsc, '-p', 'tsconfig.json'], { cwd: project.path, env: environment });
    expect(outcome.stdout).toMatch(/consumer\.ts\(2,.*error TS2322/);
  });

  test('carry no tests, no generator and no definitions', () => {
    const files = readdirSync(join(project.path, 'node_modules', '@acp-stack', 'schema'), { recursive: true });
    expect(files.map(String).filter((file) => /\.test|tsbuildinfo|generate|definitions\/|\.acp$/.test(file))).toEqual(
      [],
    );
  });

  test('have a conversation for every template', () => {
    expect([...conversations.keys()]).toEqual([...templates.keys()]);
  });

  test('bring the acp program', async () => {
    // What has to be one for all is installed here; the rest of what templates use is that of the repository.
    const shared = ['react', 'react-dom', '@types/react', '@types/react-dom'];
    await install(
      published.map(({ manifest }) => manifest.name),
      '--prefer-offline',
      ...shared.map((name) => `${name}@${dependencyVersions.get(name)}`),
    );
    const acp = join(project.path, 'node_modules', '.bin', 'acp');
    const outcome = await mustSucceed([acp, 'protocol', 'session/prompt'], project.path);
    expect(outcome.stdout).toContain('session/prompt');
  });

  test.each(libraries)(
    '$manifest.name has one file of JavaScript for each door, and maps to the sources it carries',
    ({ manifest }) => {
      const home = join(project.path, 'node_modules', manifest.name);
      const files = readdirSync(join(home, 'dist'), { recursive: true }).map((file) => join('dist', String(file)));
      const doors = Object.values(manifest.exports ?? {}).flatMap((entry) =>
        typeof entry === 'string' ? [] : [normalize(entry['default'] ?? '')],
      );
      expect(files.filter((file) => /(?<!\.chunk)\.js$/.test(file)).toSorted()).toEqual(doors.toSorted());
      for (const file of files.filter((each) => each.endsWith('.js.map'))) {
        const { sources, sourcesContent = [] } = JSON.parse(readFileSync(join(home, file), 'utf8')) as {
          readonly sources: readonly string[];
          readonly sourcesContent?: readonly (string | null)[];
        };
        const isCarried = (source: string, index: number): boolean =>
          typeof sourcesContent[index] === 'string' || existsSync(join(home, dirname(file), source));
        expect(sources.filter((source, index) => !isCarried(source, index))).toEqual([]);
      }
    },
  );

  test.each(libraries.concat(programsWithTypes))(
    '$manifest.name has every declaration that the types of its doors need',
    ({ manifest }) => {
      const home = join(project.path, 'node_modules', manifest.name);
      const doors = Object.values(manifest.exports ?? {}).flatMap((entry) =>
        typeof entry === 'string' ? [] : [join(home, entry['types'] ?? '')],
      );
      expect(doors.length).toBeGreaterThan(0);
      const needed = new Set(doors);
      // A set can grow while it is read.
      for (const file of needed)
        for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/gu))
          needed.add(join(dirname(file), path.replace(/(?:\.d)?\.(?:ts|js)$/u, '.d.ts')));
    },
  );

  test('are enough for the project of docs/get-started/your-own-project.md', async () => {
    const page = readFileSync(join(repository, 'docs', 'get-started', 'your-own-project.md'), 'utf8');
    using own = temporaryFolder();
    for (const [, path = '', code = ''] of page.matchAll(/^`([\w./]+)`:\n\n```\w+[^\n]*\n(.*?)^```$/gmsu)) {
      mkdirSync(dirname(join(own.path, path)), { recursive: true });
      writeFileSync(join(own.path, path), code);
    }
    // What is installed here already; the compiler and the types of Node are those of the repository.
    const modules = join(own.path, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    for (const name of readdirSync(join(project.path, 'node_modules')))
      if (!name.startsWith('.') && name !== '@types')
        symlinkSync(join(project.path, 'node_modules', name), join(modules, name));
    symlinkSync(join(repository, 'node_modules', '@types', 'node'), join(modules, '@types', 'node'));
    const printed: string[] = [];
    const commands = [...page.matchAll(/^```sh\n(.*?)^```$/gmsu)].flatMap(([, lines = '']) => lines.trim().split('\n'));
    expect(commands.filter((line) => line.startsWith('npm install'))).toHaveLength(2);
    for (const line of commands.filter((each) => !/^(?:mkdir|npm install)/u.test(each))) {
      const [first = '', ...rest] = line === 'npx tsc' ? [process.execPath, tsc] : line.split(' ');
      const { stdout } = await mustSucceed([first, ...rest], own.path);
      if (first === 'node') printed.push(stdout);
    }
    expect(page).toContain(`\`\`\`\n${printed.join('')}\`\`\`\n`);
    expect(printed).toHaveLength(2);
  });

  test.concurrent.each([...conversations])(
    'are enough for the template %s of npm create acp-agent: its types, its tests and a conversation',
    async (template, { hears = '' }) => {
      using folder = temporaryFolder();
      const bin = join(project.path, 'node_modules', '.bin', 'create-acp-agent');
      const { stdout } = await mustSucceed([bin, 'my-agent', '--template', template], folder.path);
      const home = join(folder.path, 'my-agent');
      const [enter, installs, start = ''] = nextCommands(stdout);
      expect([enter, installs]).toEqual(['cd my-agent', 'npm install']);
      linkModules(home);
      const tested = await mustSucceed(['npm', 'test', '--silent'], home);
      expect(tested.stdout).toSatisfy(hasPassed);
      const conversation = conversationOf(template, home, start);
      if (conversation === undefined) return;
      expect((await mustSucceed(conversation, home)).stdout).toContain(hears);
    },
  );

  test('leave nothing behind of a project that cannot be written', async () => {
    using folder = temporaryFolder();
    const bin = join(project.path, 'node_modules', '.bin', 'create-acp-agent');
    // No file of more than half a kilobyte can be written, so it fails after some folders and files.
    const command = ['sh', '-c', `ulimit -f 1; exec "${process.execPath}" "${bin}" my-agent`] as const;
    const outcome = await run(command, { cwd: folder.path, env: environment });
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^create-acp-agent: [^\n]+ cannot be written: [^\n]+ Nothing was created\.\n$/u);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('show our functions in a stack trace, and their places in the sources with --enable-source-maps', async () => {
    writeFileSync(join(project.path, 'failing.js'), failing);
    const plain = await mustSucceed([process.execPath, 'failing.js'], project.path);
    expect(plain.stdout).toMatch(/at Agent\.connect \(.*@acp-stack\/sdk\/dist\/index\.js:/);
    const mapped = await mustSucceed([process.execPath, '--enable-source-maps', 'failing.js'], project.path);
    expect(mapped.stdout).toMatch(/at Agent\.connect \(.*@acp-stack\/sdk\/src\/agent\/agent\.ts:\d+:/);
  });
});

/** Gives a project what `npm install` would: our packages as they are installed here, and the rest from the repository. */
function linkModules(home: string): void {
  const modules = join(home, 'node_modules');
  for (const folder of ['@types', '@modelcontextprotocol', '.bin'])
    mkdirSync(join(modules, folder), { recursive: true });
  const ours = join(project.path, 'node_modules');
  for (const name of ['@acp-stack', 'react', 'react-dom', '@types/react', '@types/react-dom', '.bin/acp'])
    symlinkSync(join(ours, name), join(modules, name));
  const theirs = join(repository, 'node_modules');
  for (const name of ['@modelcontextprotocol/client', '@types/node', 'happy-dom', 'typescript'])
    symlinkSync(join(theirs, name), join(modules, name));
  const vite = join(repository, 'apps', 'web', 'node_modules', 'vite');
  symlinkSync(vite, join(modules, 'vite'));
  symlinkSync(tsc, join(modules, '.bin', 'tsc'));
  symlinkSync(join(vite, 'bin', 'vite.js'), join(modules, '.bin', 'vite'));
}

const failing = `
import { agent } from '@acp-stack/sdk';

const channel = {
  open: () => {
    throw new Error('no');
  },
};
try {
  agent({ name: 'a', version: '1' }).onPrompt(() => {}).connect(channel);
} catch (error) {
  console.log(error.stack);
}
`;

const consumer = `
import { methods as v1 } from '@acp-stack/schema/v1';
import { methods as v2, type ContentBlock } from '@acp-stack/schema/v2';
import { methods as unstable } from '@acp-stack/schema/v2/unstable';

const block: ContentBlock = { type: 'text', text: 'Hello' };
const message: unknown = { sessionId: 'one', prompt: [block] };

function judge(checked: { ok: true } | { ok: false; problems: readonly { path: string }[] }): string {
  return checked.ok ? 'accepted' : checked.problems.map(({ path }) => path).join();
}

const checked = v2['session/prompt'].params.check(message);
if (checked.ok) checked.value.prompt satisfies readonly unknown[];
console.log(
  JSON.stringify({
    v1: judge(v1['session/prompt'].params.check(message)),
    v2: judge(checked),
    unstable: judge(unstable['session/prompt'].params.check(message)),
    refused: !v1['session/prompt'].params.check({ sessionId: 1 }).ok,
  }),
);
`;

const consumerConfig = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    skipLibCheck: false,
  },
  files: ['consumer.ts'],
};

async function install(names: readonly string[], ...options: readonly string[]): Promise<void> {
  const files = names.map((name) => {
    const file = readdirSync(tarballs.path).find((each) => each.startsWith(`${fileName(name)}-`));
    if (file === undefined) throw new Error(`${name} was not packed.`);
    return join(tarballs.path, file);
  });
  await mustSucceed(['npm', 'install', '--no-audit', '--no-fund', ...options, ...files], project.path);
}

function fileName(name: string): string {
  return name.replace('@', '').replace('/', '-');
}

async function mustSucceed(command: readonly [string, ...string[]], cwd: string): Promise<Outcome> {
  const outcome = await run(command, { cwd, env: environment });
  if (outcome.code !== 0) throw new Error(`${command.join(' ')} failed:\n${outcome.stdout}${outcome.stderr}`);
  return outcome;
}
