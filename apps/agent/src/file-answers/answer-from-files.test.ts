/** Questions that are answered from the files of a real workspace. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { systemClock, type Clock } from '@acp-stack/rpc';
import type { SessionUpdate } from '@acp-stack/sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Tool } from '../model/tool.ts';
import { toolFixture, type ToolFixture } from '../tools/tool-fixture.test-support.ts';
import { answerFromFiles } from './answer-from-files.ts';

let fixture: ToolFixture;

beforeEach(async () => {
  fixture = await toolFixture({ limits: { matches: 200_000 } });
});

afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function plant(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(fixture.cwd, name)), { recursive: true });
    await writeFile(join(fixture.cwd, name), text);
  }
}

interface Answer {
  readonly text: string;
  /** What is quoted, in its order, as `path:line`. */
  readonly places: readonly string[];
  readonly updates: readonly SessionUpdate[];
}

async function ask(question: string, clock?: Clock): Promise<Answer> {
  const asking = (resources: ToolFixture['resources']): Tool => ({
    name: 'ask',
    description: 'Asks.',
    kind: 'other',
    inputSchema: { type: 'object' },
    describe: () => ({ title: 'ask' }),
    run: async (_, { turn }) => {
      await answerFromFiles(resources, turn, clock);
      return {};
    },
  });
  const { updates } = await fixture.run(asking, {}, question);
  const text = updates
    .flatMap((update) =>
      update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
    )
    .join('');
  return { text, places: [...text.matchAll(/\*\*(\S+:\d+)\*\*/gu)].map(([, place = '']) => place), updates };
}

describe('a question about the project', () => {
  beforeEach(() =>
    plant({
      'package.json':
        '{\n  "name": "garden",\n  "description": "Grows roses.",\n  "scripts": {\n    "dig": "spade"\n  }\n}\n',
      'README.md':
        '# Garden\n\n[![ok](x.svg)](y)\n\n```sh\nnpm install\n```\n\nA place for roses.\nAnd thorns.\n\nMore.\n',
      'AGENTS.md': '# For agents\n\nWater first.\n',
      'src/rose.ts': 'export const project = 1;\n',
    }),
  );

  test.each(['what does this project do?', 'Explain this repository.', 'What is this?'])(
    '%s is answered with what it says about itself',
    async (question) => {
      const { text, places, updates } = await ask(question);
      expect(places).toEqual(['package.json:3', 'README.md:1', 'AGENTS.md:1']);
      expect(text).toContain('> "description": "Grows roses."');
      expect(text).toContain('> # Garden\n> A place for roses.\n> And thorns.\n');
      expect(text).toContain('> Water first.');
      expect(text).toContain('Folders: `src/`');
      expect(text).not.toContain('npm install');
      expect(JSON.stringify(updates)).toContain('README.md#L1');
      expect(updates).toContainEqual(expect.objectContaining({ title: 'Read package.json, README.md, AGENTS.md' }));
    },
  );

  test('that asks how has its commands', async () => {
    expect((await ask('How do I build and start it?')).text).toContain('`npm run dig`: spade');
  });

  test('has the description of a manifest in one line, and not that of something in it', async () => {
    await plant({
      'package.json': '{"bin":{"description":"No."},"description":"Grows roses.","scripts":{"dig":"spade"}}',
    });
    const { text, places } = await ask('How do I build this project?');
    expect(places.slice(0, 2)).toEqual(['package.json:1', 'package.json:1']);
    expect(text).toContain('> "description": "Grows roses."\n');
    expect(text).toContain('> `npm run dig`: spade');
  });

  test('that asks what is in the folder has its files too', async () => {
    await plant({ '.hidden': '' });
    const { text, places } = await ask('What is in this folder?');
    expect(places).toEqual(['package.json:3', 'README.md:1', 'AGENTS.md:1']);
    expect(text).toContain('> "description": "Grows roses."');
    expect(text).toMatch(/\nIn this folder: `src\/`, `AGENTS.md`, `README.md`, `package.json`\n$/u);
  });

  test('and something in it is looked up in the files', async () => {
    await plant({ 'src/thorn.ts': 'export const thorn = 1;\n' });
    expect((await ask('What does this project do with a thorn?')).places[0]).toBe('src/thorn.ts:1');
  });
});

describe('a question about a folder that says nothing about itself', () => {
  test.each([
    [{ 'rose.txt': 'red', 'beds/one.txt': '' }, 'In this folder: `beds/`, `rose.txt`\n'],
    [{ '.hidden': '' }, 'This folder has only hidden files.\n'],
    [{}, 'This folder is empty.\n'],
  ])('has the names in it: %j', async (files, answer) => {
    await plant(files);
    expect((await ask('What is in this folder?')).text).toBe(answer);
  });

  test('has some of many names', async () => {
    await plant(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${100 + index}.txt`, ''])));
    expect((await ask('Which files are here?')).text).toMatch(/`139.txt`, and 20 more\n$/u);
  });
});

describe('a question about something', () => {
  test('finds the definition before its uses, and tests last', async () => {
    await plant({
      'a/use.ts': "import { openGate } from '../z/gate.ts';\nopenGate();\nopenGate();\nopenGate();\n",
      'a/gate.test.ts': "test('openGate', () => { openGate(); });\nfunction openGate() {}\n",
      'z/fence.ts': '// the fence\n\nexport function openGate(): void {}\n',
    });
    expect((await ask('Where is openGate defined?')).places).toEqual([
      'z/fence.ts:3',
      'a/use.ts:1',
      'a/gate.test.ts:2',
    ]);
  });

  test('finds tests first when they are asked for', async () => {
    await plant({ 'gate.ts': 'export class Gate {}\n', 'gate.test.ts': "test('a gate', () => {});\n" });
    expect((await ask('Which test has the gate?')).places[0]).toBe('gate.test.ts:1');
  });

  test('counts the names of files, and rare words more than common ones', async () => {
    await plant({
      'gate.ts': 'nothing about it\n',
      'one.ts': 'water water water\n',
      'two.ts': 'water\n',
      'three.ts': 'water thorns\n',
      'four.ts': 'water\n',
    });
    expect((await ask('How is a gate made?')).places).toEqual(['gate.ts:1']);
    expect((await ask('Which thorns need water?')).places[0]).toBe('three.ts:1');
  });

  test('splits names, takes any case, and drops the endings of words', async () => {
    await plant({ 'one.py': 'def open_gate():\n    pass\n', 'two.md': 'A PERMISSION is asked for.\n' });
    const { text, places } = await ask('gateOpen');
    expect(text).toContain('Nothing mentions “gateOpen” exactly.');
    expect(places).toEqual(['one.py:1']);
    expect((await ask('permissions')).places).toEqual(['two.md:1']);
  });

  test('does not take a short word for a part of another', async () => {
    await plant({ 'a.md': 'capital letters\n', 'b.ts': 'export class ApiKey {}\n' });
    expect((await ask('which api')).places).toEqual(['b.ts:1']);
  });

  test('finds a word where words and parts of names begin, and not inside of others', async () => {
    await plant({
      'a.ts': 'export const longestPreview = tellExchanges;\n',
      'b.md': 'We reviewed it.\n',
      'c.ts': 'codeReview(HTTPChange, last_change);\n',
    });
    expect((await ask('review this change')).places).toEqual(['c.ts:1', 'b.md:1']);
  });

  test('sees a file however many matches are in the files before it, and gives the same answer again', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}.txt`, 'rose\n'.repeat(200)]));
    await plant({ ...many, 'z.ts': 'export class Rose {}\n' });
    const first = await ask('rose');
    expect(first.places[0]).toBe('z.ts:1');
    expect((await ask('rose')).text).toBe(first.text);
  });

  test('quotes a few lines with their numbers', async () => {
    await plant({ 'a.md': 'one\ntwo\nthe rose\nfour\nfive\nsix\nseven\n' });
    expect((await ask('rose')).text).toContain(
      '```\n    2  two\n    3  the rose\n    4  four\n    5  five\n    6  six\n```',
    );
  });

  test('is given up after a while, and says so', async () => {
    await plant({ 'a.md': 'rose\n' });
    const hasty: Clock = {
      now: () => systemClock.now(),
      schedule: (_, run) => {
        run();
        return () => undefined;
      },
    };
    expect((await ask('rose', hasty)).text).toContain('I stopped searching after 4 seconds');
    expect((await ask('rose')).text).not.toContain('I stopped looking');
  });

  test('without a word to go by is told so', async () => {
    expect((await ask('hello')).text).toContain('Name something to search for');
  });
});
