import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { eachFolder } from '../../../../test/support/each-folder.ts';
import { createProxy, settingsFromWords, shippedProxies } from './shipped-proxies.ts';

let folder = '';
eachFolder((path) => {
  folder = path;
});

/** A file with a tool. */
function garden(): string {
  const path = join(folder, 'garden.mjs');
  const schema = '{ type: "object", properties: {} }';
  writeFileSync(path, `export default ({ tool }) => ({ water: tool(${schema}, () => "Watered.") });`);
  return path;
}

describe('a proxy by its name', () => {
  test.each([
    ['context', {}],
    ['context', { files: 'README.md', maxBytes: '100' }],
    ['policy', { policy: 'allow-reads' }],
    ['policy', { rules: [{ decision: 'deny', kind: '*' }], otherwise: 'deny' }],
    ['rate-limit', { turns: 3 }],
    ['budget', { cost: '1.5', scope: 'all' }],
    ['redact', {}],
    ['translate', {}],
  ])('is made: %s with %j', async (name, settings) => {
    const made = await createProxy(name, settings);
    expect([made.name, made.role]).toEqual([name, 'proxy']);
    made.start().destroy();
  });

  test('has what it reads and writes in files', async () => {
    const rules = join(folder, 'rules.json');
    writeFileSync(rules, JSON.stringify({ rules: [], otherwise: 'deny' }));
    expect((await createProxy('policy', { file: rules })).name).toBe('policy');
    expect((await createProxy('tee', { file: join(folder, 'trace.jsonl') })).name).toBe('tee');
    expect((await createProxy('tools', { file: garden() })).name).toBe('tools');
    const journal = join(folder, 'sessions.db');
    expect((await createProxy('load-from-resume', { file: journal })).name).toBe('load-from-resume');
  });

  test('starts relative paths from the folder of its host', async () => {
    writeFileSync(join(folder, 'rules.json'), JSON.stringify({ rules: [], otherwise: 'deny' }));
    garden();
    const made = await Promise.all([
      createProxy('policy', { file: 'rules.json' }, { folder }),
      createProxy('tools', { file: ['garden.mjs'] }, { folder }),
      createProxy('tee', { file: 'trace.jsonl' }, { folder }),
      createProxy('load-from-resume', { file: 'sessions.db' }, { folder }),
    ]);
    for (const each of made) each.start().destroy();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['sessions.db', 'trace.jsonl']));
  });

  test.each([
    ['conext', {}, /^"conext" is not a proxy of this package; the proxies are context, /u],
    ['context', { file: 'x' }, 'context has no setting "file"; there is files, maxFileBytes, maxBytes.'],
    ['context', { files: [''] }, 'context: files must be a non-empty string or a list of them, not [""].'],
    ['context', { maxBytes: 0 }, 'context: maxBytes must be a positive integer, not 0.'],
    ['tee', {}, 'tee needs file, which must be a non-empty string.'],
    ['policy', {}, 'policy needs exactly one of policy, file and rules.'],
    ['policy', { policy: 'yes' }, /^policy: policy must be "ask" or /u],
    [
      'policy',
      { rules: [{}] },
      'policy cannot be started: policy: rules[0].decision must be "allow", "ask" or "deny", not undefined.',
    ],
    [
      'policy',
      { file: '/no/such/rules' },
      /^policy cannot be started: The rules file \/no\/such\/rules cannot be read/u,
    ],
    [
      'tee',
      { file: '/no/such/folder/trace' },
      'tee cannot be started: /no/such/folder/trace cannot be written: the folder does not exist; name another file.',
    ],
    ['tee', { file: '/' }, 'tee cannot be started: / cannot be written: it is a folder; name another file.'],
    ['load-from-resume', { file: '/' }, /^load-from-resume cannot be started: /u],
    ['tools', { file: '/no/such/tools.mjs' }, /^tools: the file \/no\/such\/tools.mjs does not exist\.$/u],
    ['tools', {}, 'tools needs file, which must be a non-empty string or a list of them.'],
    ['rate-limit', {}, 'rate-limit needs turns, which must be a positive integer.'],
    ['rate-limit', { turns: 'many' }, 'rate-limit: turns must be a positive integer, not "many".'],
    ['translate', { to: 1 }, 'translate has no setting "to"; it has no settings.'],
    ['load-from-resume', {}, 'load-from-resume needs file, which must be a non-empty string.'],
    ['budget', {}, 'budget needs at least one of turns, tokens and cost.'],
    ['budget', { cost: Number.POSITIVE_INFINITY }, /^budget: cost must be a positive number/u],
  ])('is refused in one sentence: %s with %j', async (name, settings, message) => {
    await expect(createProxy(name, settings)).rejects.toThrow(message);
  });

  test.skipIf(process.platform === 'win32').each(['tee', 'load-from-resume'])(
    'writes no file that has another name: %s',
    async (name) => {
      const [precious, hard, soft, dangling, pipe] = ['precious', 'hard', 'soft', 'dangling', 'pipe'].map((each) =>
        join(folder, each),
      ) as [string, string, string, string, string];
      writeFileSync(precious, 'dear');
      // Whatever the umask.
      chmodSync(precious, 0o644);
      linkSync(precious, hard);
      symlinkSync(precious, soft);
      symlinkSync(join(folder, 'new'), dangling);
      execFileSync('mkfifo', [pipe]);
      const refusals = {
        [hard]: 'it has a second name (a hard link)',
        [soft]: 'it is a symbolic link',
        [dangling]: 'it is a symbolic link',
        [pipe]: 'it is not a regular file',
      };
      for (const [file, reason] of Object.entries(refusals)) {
        for (const isCheck of name === 'tee' ? [false, true] : [false]) {
          await expect(createProxy(name, { file }, { isCheck })).rejects.toThrow(
            `${name} cannot be started: ${file} cannot be written: ${reason}; name another file.`,
          );
        }
      }
      expect([readFileSync(precious, 'utf8'), statSync(precious).mode & 0o777]).toEqual(['dear', 0o644]);
      expect(existsSync(join(folder, 'new'))).toBe(false);
      const own = join(folder, 'own');
      (await createProxy(name, { file: own })).start().destroy();
      expect(statSync(own).mode & 0o777).toBe(0o600);
    },
  );

  test('leaves the file of an earlier record as it is until a message passes, and when the chain is only checked', async () => {
    const file = join(folder, 'trace.jsonl');
    writeFileSync(file, 'earlier');
    await createProxy('tee', { file });
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    const made = await createProxy('tee', { file }, { isCheck: true });
    const channel = made.start();
    void channel.send({ jsonrpc: '2.0', method: 'x' });
    channel.destroy();
    await createProxy('tee', { file: join(folder, 'none') }, { isCheck: true });
    expect([readFileSync(file, 'utf8'), existsSync(join(folder, 'none'))]).toEqual(['earlier', false]);
  });

  test('protects something unless it says that a chain may go on without it', async () => {
    const settings: Readonly<Record<string, object>> = {
      tee: { file: join(folder, 'trace.jsonl') },
      policy: { policy: 'deny' },
      'rate-limit': { turns: 1 },
      budget: { turns: 1 },
      'load-from-resume': { file: join(folder, 'sessions.db') },
      tools: { file: garden() },
    };
    const made = await Promise.all(shippedProxies.map(({ name, create }) => create({ ...settings[name] })));
    expect(made.filter(({ mayBypass }) => mayBypass === true).map(({ name }) => name)).toEqual([
      'context',
      'tee',
      'load-from-resume',
    ]);
  });
});

describe('the settings of a proxy in words', () => {
  test.each([
    [[], {}],
    [['{"cost":1,"scope":"all"}'], { cost: 1, scope: 'all' }],
    [['--cost', '1', '--scope=all'], { cost: '1', scope: 'all' }],
    [['--files', 'a', '--files=b', '--max-bytes', '5'], { files: ['a', 'b'], maxBytes: '5' }],
  ])('%j', (words, settings) => {
    expect(settingsFromWords(words)).toEqual(settings);
  });

  test.each([
    [['cost'], '"cost" is not a setting; write --name value, or one JSON object.'],
    [['--cost'], '--cost needs a value.'],
    [['{'], /^The settings are not JSON: /u],
  ])('are refused in one sentence: %j', (words, message) => {
    expect(() => settingsFromWords(words)).toThrow(message);
  });
});
