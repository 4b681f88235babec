/**
 * The recording in the README is one of the program: a whole conversation with a scripted agent.
 *
 * `npm run recording` writes it anew. Its times are those of the script and its version is that of the manifest, so every
 * run gives the same files.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { PermissionOption } from '@acp-stack/schema/v2/unstable';
import { expect, test } from 'vitest';

import { welcomeLines } from '../../apps/cli/src/commands/chat/screen/welcome.ts';
import { ChatFixture, soon } from '../support/chat-fixture.ts';
import { repository } from '../support/checkout.ts';
import { animatedSvg } from '../support/recording/animated-svg.ts';
import { asciicast } from '../support/recording/asciicast.ts';
import { Recorder, type Recording } from '../support/recording/recording.ts';

const isWriting = process.env['ACP_UPDATE_RECORDING'] === '1';
const images = join(repository, 'docs/images');
const { version } = JSON.parse(readFileSync(join(repository, 'apps/cli/package.json'), 'utf8')) as { version: string };
const [columns, rows] = [84, 26];
/** Bytes of the picture. */
const largest = 150_000;

const options: PermissionOption[] = [
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'ever', name: 'Always allow changes of rose.md', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];
const changed = '# Roses\n\nA rose is white.\n';
const patch = [
  'diff --git a/rose.md b/rose.md\n--- a/rose.md\n+++ b/rose.md\n@@ -1,3 +1,3 @@',
  ' # Roses\n \n-A rose is red.\n+A rose is white.\n',
].join('\n');

async function record(): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-garden-'));
  let now = 0;
  const recorder = new Recorder();
  await using chat = await ChatFixture.open({
    columns,
    rows,
    folder,
    now: () => now,
    accepts: ['embeddedContext'],
    whileConnecting: async ({ ui }) => {
      const facts = { version, agent: 'Gardener 2.0.0', folder: '~/garden', mode: 'Ask', model: 'rose-4' };
      ui.print(welcomeLines({ ...facts, isSearchOnly: false, isNew: true }));
    },
  });
  /** Adds the screen once it shows `wanted`. */
  const take = async (wanted: string | RegExp, milliseconds: number): Promise<void> => {
    await chat.shows(wanted);
    recorder.add(chat.cells, milliseconds);
  };
  const type = async (words: string): Promise<void> => {
    for (let end = 3; end < words.length + 3; end += 3) {
      chat.press(words.slice(end - 3, end));
      await take(`❯ ${words.slice(0, end)}`.trimEnd(), 140);
    }
  };
  /** The turn that the user has begun. */
  const turnAt = async (index: number) => {
    await soon(() => chat.turns.length).toBeGreaterThan(index);
    const turn = chat.turns[index];
    if (turn === undefined) throw new Error('There is no such turn.');
    return turn;
  };

  await take('? for keys', 0);
  await type('Make the roses white.');
  chat.press('\r');
  const turn = await turnAt(0);
  await take('Working', 500);
  now = 2000;
  const read = turn.toolCall({ title: 'Read rose.md', kind: 'read' });
  await take('Read rose.md · 2 s', 900);
  await read.complete();
  await take('✓ Read rose.md', 500);
  now = 4000;
  let said = '';
  for (const words of ['The roses ', 'are red ', 'in **one** ', 'line of ', '`rose.md`; ', 'I change ', 'it.']) {
    await turn.message.append(words);
    said += words.replaceAll(/[*`]/gu, '');
    await take(said.trimEnd(), 160);
  }
  const edit = turn.toolCall({
    title: 'Edit rose.md',
    kind: 'edit',
    content: [
      {
        type: 'diff',
        changes: [{ operation: 'modify', path: '/garden/rose.md' }],
        patch: { format: 'git_patch', text: patch },
      },
    ],
  });
  const asking = turn.requestPermission({ title: 'Change rose.md?', subject: edit, options });
  await take('1. Allow (y)', 900);
  chat.press('y');
  await asking;
  writeFileSync(join(folder, 'rose.md'), changed);
  await edit.complete();
  now = 9000;
  await take('✓ Edit rose.md', 2200);
  await turn.message.append('Done: the rose is white now.');
  turn.end();
  await take(/Done: the rose is white now\.[^]*\? for keys/u, 700);
  await type('!tail -1 rose.md');
  chat.press('\r');
  await take(/ {2}A rose is white\.\n[^]*next message\.\n\n─+\n❯ ?\nGardener {2}\/help/u, 700);
  await type('Is that all?');
  chat.press('\r');
  const last = await turnAt(1);
  await last.message.append('Yes. Nothing else in this folder mentions a red rose.');
  last.end();
  await take(/mentions a red rose\.[^]*\? for keys/u, 1200);
  rmSync(folder, { recursive: true });
  const title = 'A conversation in acp chat: the agent asks before it changes a file';
  return { title, columns, rows, frames: recorder.frames, rest: 4000 };
}

test('the recording in docs/images is the one that the program makes now', async () => {
  const recording = await record();
  const files = { 'chat.cast': asciicast(recording), 'chat.svg': animatedSvg(recording) };
  for (const [name, text] of Object.entries(files)) {
    const path = join(images, name);
    if (isWriting) writeFileSync(path, text);
    expect(readFileSync(path, 'utf8') === text, `${name}; npm run recording writes it anew`).toBe(true);
    expect(text.length).toBeLessThan(largest);
  }
});

test('a cast plays the frames: each line is JSON, times rise, and the rows are those of the screen', () => {
  const [header, ...events] = readFileSync(join(images, 'chat.cast'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each) as unknown);
  expect(header).toMatchObject({ version: 2, width: columns, height: rows });
  const times = (events as [number, string, string][]).map(([at]) => at);
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(JSON.stringify(events)).toContain('Change rose.md?');
});
