/** A disk that is full: requests are refused with one sentence, updates wait, and work goes on when there is room. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openHub, type Hub } from '@acp-stack/hub';
import { sqliteJournal, type Journal } from '@acp-stack/journal';
import { agent, client, memoryPair, type ClientConnection } from '@acp-stack/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { updateText } from './update-text.ts';

const cwd = process.cwd();
const pieceBytes = 16 * 1024;
const pieces = 256;
/** How much may be stored besides the first session. */
const roomBytes = 512 * 1024;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acp-full-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Says a lot. */
class Talker {
  said = '';
  /** What it waits for before it talks. */
  gate: Promise<void> = Promise.resolve();
  readonly app = agent({ name: 'talker', version: '1.0.0' }).onPrompt(async (turn) => {
    const [block] = turn.prompt;
    if (block?.type !== 'text' || block.text !== 'Talk') return;
    this.said = '';
    await this.gate;
    for (let piece = 1; piece <= pieces; piece += 1) {
      const text = `${piece}:`.padEnd(pieceBytes, 'x');
      this.said += text;
      await turn.message.append(text);
    }
  });
}

async function connect(hub: Hub): Promise<ClientConnection> {
  const [ours, theirs] = memoryPair();
  hub.app.connect(theirs);
  return client({ name: 'test', version: '1.0.0' }).connect(ours);
}

/** Stores events until not even a small one fits. */
async function fill(journal: Journal): Promise<void> {
  await journal.create('filler');
  const store = (bytes: number): Promise<boolean> =>
    journal.append('filler', ['x'.repeat(bytes)]).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'full' });
        return false;
      },
    );
  for (let bytes = 64 * 1024; bytes >= 1; bytes /= 8) {
    let isStored = true;
    while (isStored) isStored = await store(bytes);
  }
}

test('a full disk: requests are refused, updates wait, nothing is lost, and room is used at once', async () => {
  const path = join(folder, 'hub.db');
  const talker = new Talker();
  const lines: string[] = [];
  const options = {
    agents: { talker: { component: talker.app, share: 'session' as const } },
    roots: [cwd],
    isAlone: true,
    log: { write: (line: string) => void lines.push(line) },
  };
  let old = '';
  {
    await using journal = await sqliteJournal(path);
    await using hub = await openHub({ journal, ...options });
    await using connection = await connect(hub);
    const session = await connection.newSession({ cwd });
    await session.prompt('Talk');
    old = session.id;
  }
  await using journal = await sqliteJournal(path, { fileBytes: statSync(path).size + roomBytes });
  await using hub = await openHub({ journal, ...options });
  await using connection = await connect(hub);
  const other = await connection.newSession({ cwd });
  let shown = '';
  const session = await connection.newSession({ cwd }, { onUpdate: (update) => void (shown += updateText(update)) });
  let openGate = (): void => undefined;
  talker.gate = new Promise((resolve) => (openGate = resolve));
  const prompt = session.prompt('Talk');
  await expect.poll(() => shown).toBe('Talk');
  await fill(journal);
  openGate();
  await expect.poll(() => lines.join('')).toContain('There is no space left for the journal');

  const full = {
    message: 'The hub has no space left and did not store the request; send it again when there is room.',
    data: { reason: 'store_full' },
  };
  const long = 'y'.repeat(pieceBytes);
  await expect(other.prompt(long)).rejects.toMatchObject(full);
  await expect(other.prompt(long)).rejects.toMatchObject(full);
  await expect(connection.newSession({ cwd })).rejects.toMatchObject(full);
  expect(shown).toBe('Talk');

  await connection.request('session/delete', { sessionId: old });
  expect((await prompt).stopReason).toBe('end_turn');
  expect(shown === `Talk${talker.said}`).toBe(true);
  expect((await other.prompt(long)).stopReason).toBe('end_turn');
});
