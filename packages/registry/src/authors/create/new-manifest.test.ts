import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { checkFolder } from '../check/check-folder.ts';
import { testFolder } from '../report/manifest-folder.test-support.ts';
import { guessDistribution } from './guess-distribution.ts';
import { newManifest } from './new-manifest.ts';

/** An agent in one line: it answers the first message with `result`. */
const agent = (result: object): readonly string[] => [
  process.execPath,
  '-e',
  `process.stdin.once('data', (chunk) => { const { id } = JSON.parse(String(chunk).split('\\n')[0]); console.log(JSON.stringify({ jsonrpc: '2.0', id, result: ${JSON.stringify(result)} })); });`,
];
const version1 = (agentInfo: object, authMethods: readonly object[] = [{ id: 'a', name: 'A' }]): object => ({
  protocolVersion: 1,
  agentCapabilities: {},
  agentInfo,
  authMethods,
});

describe('a new manifest', () => {
  test('has the name, the title and the version of the agent, and passes the check once what it says is filled in', async () => {
    await using folder = await testFolder();
    const command = agent(version1({ name: '@garden/Rose Agent', title: 'Rose', version: '1.2.3' }));
    const made = await newManifest(command, { folder: folder.path });
    expect(made).toMatchObject({
      folder: join(folder.path, 'rose-agent'),
      manifest: { id: 'rose-agent', name: 'Rose', version: '1.2.3' },
    });
    expect(JSON.parse(await readFile(join(folder.path, 'rose-agent/agent.json'), 'utf8'))).toEqual(made.manifest);
    const { passed, problems } = await checkFolder(folder.path);
    expect(passed).toBe(false);
    expect(new Set(problems.map(({ rule }) => rule))).toEqual(new Set(['filled-in', 'placeholder-address']));
    const left = problems.map(({ path }) => path);
    expect(left).toEqual(expect.arrayContaining(['/description', '/repository', '/authors/0', '']));
    expect(made.toFill.map(({ path }) => path)).toEqual([
      '/description',
      '/repository',
      '/authors',
      '/license',
      '/distribution/binary',
      '',
    ]);
    const path = join(folder.path, 'rose-agent/agent.json');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('your-name', 'garden'));
    expect(await checkFolder(folder.path)).toMatchObject({ passed: true });
  });

  test('has no version that only begins like one', async () => {
    const made = await newManifest(agent(version1({ name: 'rose', version: '1.2.3/../../x\u001b[1A' })));
    expect(made.manifest.version).toBe('0.1.0');
  });

  test('is written nowhere without a folder, and says what the registry asks for besides', async () => {
    const command = agent(version1({ name: '42', version: 'dev' }, []));
    const made = await newManifest(command);
    expect(made).not.toHaveProperty('folder');
    expect(made.manifest).toMatchObject({ id: 'my-agent', name: '42', version: '0.1.0' });
    const messages = made.toFill.map(({ message }) => message);
    expect(messages[0]).toContain('does not say a semantic version');
    expect(messages.at(-1)).toContain('Add an auth method of type agent or terminal');
  });

  test('never overwrites a folder', async () => {
    await using folder = await testFolder();
    await mkdir(join(folder.path, 'tulip'));
    const command = agent(version1({ name: 'rose', version: '1.0.0' }));
    await expect(newManifest(command, { folder: folder.path, id: 'tulip' })).rejects.toThrow('exists already');
    await expect(newManifest(command, { folder: folder.path, id: '../x' })).rejects.toThrow('cannot be an id');
  });

  test('needs an agent that answers', async () => {
    await expect(newManifest([])).rejects.toThrow('The command is empty');
    await expect(newManifest([process.execPath, '-e', 'process.exit(4)'])).rejects.toThrow('exited with code 4');
  });
});

describe('the distribution of a command', () => {
  const facts = { id: 'rose', version: '1.2.3', repository: 'https://github.com/garden/rose' };
  test.each([
    [['npx', '@garden/rose', '--acp'], { npx: { package: '@garden/rose@1.2.3', args: ['--acp'] } }],
    [['npx', '-y', '@garden/rose@latest'], { npx: { package: '@garden/rose@1.2.3' } }],
    [['/usr/bin/npx', '--yes', '--', 'rose@1.0.0', '-y'], { npx: { package: 'rose@1.2.3', args: ['-y'] } }],
    [['uvx', 'rose[acp]==1.0', 'serve'], { uvx: { package: 'rose[acp]@1.2.3', args: ['serve'] } }],
    [['C:\\tools\\npx.cmd', 'rose'], { npx: { package: 'rose@1.2.3' } }],
  ])('%j is a package', (command, distribution) => {
    expect(guessDistribution(command, facts)).toEqual({ distribution, toFill: [] });
  });

  test('of an interpreter has the arguments behind the script', () => {
    const { distribution } = guessDistribution(['/usr/bin/node', '--no-warnings', 'rose.mjs', '--acp'], facts);
    expect(distribution.binary?.['linux-x86_64']).toMatchObject({ cmd: './rose', args: ['--acp'] });
    expect(guessDistribution(['node'], facts).distribution.binary?.['linux-x86_64']).not.toHaveProperty('args');
  });

  test.each([[['./rose', 'acp']], [['npx', '--package', 'a', 'b']], [['npx']]])(
    '%j is a program with builds for all systems',
    (command) => {
      const { distribution, toFill } = guessDistribution(command, facts);
      expect(Object.keys(distribution)).toEqual(['binary']);
      expect(Object.keys(distribution.binary ?? {})).toHaveLength(5);
      expect(toFill).toHaveLength(1);
    },
  );
});
