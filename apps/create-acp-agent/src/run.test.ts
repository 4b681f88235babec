/** What `npm create acp-agent` writes, prints and refuses; every case has a folder of its own. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { repository, temporaryFolder } from '../../../test/support/checkout.ts';
import { dependencyVersions } from './dependency-versions.ts';
import { run } from './run.ts';
import { templates } from './templates.ts';

const own = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { readonly version: string };

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in `cwd`; a user in a terminal answers what it asks. */
async function create(cwd: string, args: readonly string[], options: Options = {}): Promise<Said> {
  let [stdout, stderr] = ['', ''];
  const answers = [...(options.answers ?? [])];
  const code = await run(args, {
    cwd,
    templates: join(own, 'templates'),
    manifest: join(own, 'package.json'),
    userAgent: options.userAgent ?? '',
    write: (text) => (stdout += text),
    complain: (text) => (stderr += text),
    ...(options.answers === undefined ? {} : { ask: async () => answers.shift() ?? '' }),
  });
  return { code, stdout, stderr };
}

interface Options {
  readonly answers?: readonly string[];
  readonly userAgent?: string;
}

const read = (...parts: readonly string[]): string => readFileSync(join(...parts), 'utf8');

describe('a project', () => {
  test.each([...templates.keys()])('of the template %s has its name, and exact versions', async (template) => {
    using folder = temporaryFolder();
    const { code, stdout } = await create(folder.path, ['my-agent', '--template', template]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Created \w+ in my-agent\. Next:\n\n {2}cd my-agent\n {2}npm install\n {2}npm (?:start|run chat)\n/u,
    );
    const home = join(folder.path, 'my-agent');
    const manifest = JSON.parse(read(home, 'package.json')) as Readonly<Record<string, Record<string, string>>>;
    expect(manifest).toMatchObject({ name: 'my-agent', private: true, type: 'module' });
    for (const [name, used] of Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] }))
      expect([name, used]).toEqual([name, name.startsWith('@acp-stack/') ? version : dependencyVersions.get(name)]);
    expect(read(home, '.gitignore')).toContain('node_modules/');
    expect(read(home, 'README.md')).toMatch(/^# my-agent\n\n```sh\nnpm install\n/u);
    const files = readdirSync(home, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
    for (const { parentPath, name } of files) expect(read(parentPath, name)).not.toMatch(/PROJECT_NAME|"\*"/u);
    expect(JSON.parse(read(home, 'tsconfig.json'))).toMatchObject({ compilerOptions: { strict: true } });
  });

  test('can be in a folder that is empty, or has only a repository, or is this one', async () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'garden', '.git'), { recursive: true });
    const { stdout } = await create(join(folder.path, 'garden'), ['.', '-t', 'tools']);
    expect(stdout).toBe(
      'Created tools in this folder. Next:\n\n  npm install\n  npm run chat\n\nREADME.md says how to go on.\n',
    );
    expect(existsSync(join(folder.path, 'garden', 'src', 'tools.ts'))).toBe(true);
  });

  test('has the commands of the package manager that is used, also below a folder that is not there', async () => {
    using folder = temporaryFolder();
    const { stdout } = await create(folder.path, ['my projects/deep/agent'], {
      userAgent: 'pnpm/12.18.0 node/v20.19.0',
    });
    expect(stdout).toContain('  cd "my projects/deep/agent"\n  pnpm install\n  pnpm run chat\n');
  });

  test('is asked for in a terminal; empty answers take the proposals', async () => {
    using folder = temporaryFolder();
    expect((await create(folder.path, [], { answers: [] })).stdout).toContain('Created agent in my-agent.');
    expect((await create(folder.path, [], { answers: ['rose', '2'] })).stdout).toContain('Created client in rose.');
    expect((await create(folder.path, [], { answers: ['lily', 'web'] })).stdout).toContain('Created web in lily.');
    expect((await create(folder.path, [], { answers: ['ivy', '9'] })).stderr).toContain('no template "9"');
    expect((await create(folder.path, ['daisy'], { answers: ['never asked'] })).stdout).toContain('Created agent');
  });

  test('is made when npm has taken --template for itself, and passes on only the word behind it', async () => {
    using folder = temporaryFolder();
    expect((await create(folder.path, ['rose', 'client'])).stdout).toContain('Created client in rose.');
  });
});

describe('nothing is made, and one sentence says why,', () => {
  test.each([
    [['my-agent', '--template', 'rose'], 'There is no template "rose"; there are agent, client, proxy, tools, web.'],
    [['my-agent', '--colour', 'red'], "Unknown option '--colour'"],
    [['my-agent', '--template'], "Option '-t, --template <value>' argument missing"],
    [['my-agent', 'client', 'web'], 'There are too many words: my-agent client web.'],
    [['my-agent', 'client', '-t', 'web'], 'There are too many words: my-agent client.'],
    [['My Agent'], '"My Agent" cannot be the name of a package'],
    [['agent.'], '"agent." cannot be the name of a package'],
    [['nul'], '"nul" is the name of a device on Windows. Take a folder such as my-agent.'],
    [['lpt1.agent'], '"lpt1.agent" is the name of a device on Windows.'],
    [['My Agent'], 'Take a folder such as my-agent.\n'],
    [['Ünsinn/..ROSE'], 'Take a folder such as rose.\n'],
    [['typescript'], 'Take a folder such as my-agent.\n'],
    [['_'], 'Take a folder such as my-agent.\n'],
    [[''], 'The folder is an empty word.'],
    [[], 'Say which folder to create, such as in: npm create acp-agent my-agent -- --template agent\n'],
  ])('for %j', async (args, reason) => {
    using folder = temporaryFolder();
    const { code, stdout, stderr } = await create(folder.path, args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/^create-acp-agent: [^\n]+\n$/u);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('where a file is, or a folder with something in it, which stays as it is', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'rose'), 'red');
    mkdirSync(join(folder.path, 'garden'));
    writeFileSync(join(folder.path, 'garden', 'package.json'), 'mine');
    const said = [];
    for (const name of ['rose', 'rose/thorn', 'garden']) said.push((await create(folder.path, [name])).stderr);
    expect(said).toEqual([
      `create-acp-agent: ${folder.path}/rose is not a folder, or is below a file. Take another name.\n`,
      `create-acp-agent: ${folder.path}/rose/thorn is not a folder, or is below a file. Take another name.\n`,
      `create-acp-agent: ${folder.path}/garden is not empty: it has package.json. Take another name, or an empty folder.\n`,
    ]);
    expect(readdirSync(folder.path).toSorted()).toEqual(['garden', 'rose']);
    expect(read(folder.path, 'garden', 'package.json')).toBe('mine');
  });

  test('where nothing can be written, and what was begun is removed', async () => {
    using folder = temporaryFolder();
    // A link to a device that takes no file, as a full disk does.
    symlinkSync('/proc/self/no-such-folder', join(folder.path, 'full'));
    const { code, stderr } = await create(folder.path, ['full/new/agent']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^create-acp-agent: [^\n]+cannot be written: [^\n]+ Nothing was created\.\n$/u);
    expect(readdirSync(folder.path)).toEqual(['full']);
  });
});

test('help and version are printed', async () => {
  const { stdout } = await create('/', ['--help']);
  for (const name of templates.keys()) expect(stdout).toContain(`\n  ${name} `);
  expect((await create('/', ['-v'])).stdout).toBe(`${version}\n`);
});

test('the templates are the folders, and need what this repository was tested with', () => {
  const folders = readdirSync(join(own, 'templates')).filter((name) => name !== 'shared');
  expect(folders.toSorted()).toEqual([...templates.keys()].toSorted());
  const used = new Map(
    ['package.json', 'apps/web/package.json'].flatMap((file) => {
      const manifest = JSON.parse(read(repository, file)) as { readonly devDependencies: Record<string, string> };
      return Object.entries(manifest.devDependencies);
    }),
  );
  const catalog = /'@types\/node': (\S+)/u.exec(read(repository, 'pnpm-workspace.yaml'))?.[1];
  for (const [name, pinned] of dependencyVersions)
    expect([name, pinned]).toEqual([name, name === '@types/node' ? catalog : used.get(name)]);
});
