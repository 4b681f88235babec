import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AnswerPolicy } from '@acp-stack/trace/inspect';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { automaticAnswer, defaultPolicy } from './automatic-answers.ts';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'acp-answers-'));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

const answered = (method: string, params: object, policy: Partial<AnswerPolicy> = {}): Promise<unknown> =>
  automaticAnswer({ method, params, policy: { ...defaultPolicy, ...policy }, cwd });

describe('a permission request', () => {
  const options = [
    { optionId: 'n', kind: 'reject_once' },
    { optionId: 'a', kind: 'allow_always' },
    { optionId: 'y', kind: 'allow_once' },
  ];
  const outcome = (fields: object): object => ({ result: { outcome: fields } });

  test('is left to the user, allowed once, or refused', async () => {
    const method = 'session/request_permission';
    expect(await answered(method, { options })).toBeUndefined();
    const allowed = outcome({ outcome: 'selected', optionId: 'y' });
    expect(await answered(method, { options }, { permissions: 'allow' })).toEqual(allowed);
    const refused = outcome({ outcome: 'selected', optionId: 'n' });
    expect(await answered(method, { options }, { permissions: 'refuse' })).toEqual(refused);
    expect(await answered(method, { options: [] }, { permissions: 'allow' })).toEqual(
      outcome({ outcome: 'cancelled' }),
    );
  });
});

describe('a file', () => {
  test('of the folder is read, as a whole or in part', async () => {
    const path = join(cwd, 'a.txt');
    writeFileSync(path, 'one\ntwo\nthree\n');
    expect(await answered('fs/read_text_file', { path })).toEqual({ result: { content: 'one\ntwo\nthree\n' } });
    expect(await answered('fs/read_text_file', { path, line: 2, limit: 1 })).toEqual({ result: { content: 'two' } });
  });

  test('outside of the folder is not read, neither by its path nor by a link', async () => {
    const other = mkdtempSync(join(tmpdir(), 'acp-other-'));
    writeFileSync(join(other, 'secret'), 'x');
    mkdirSync(join(cwd, 'in'));
    symlinkSync(join(other, 'secret'), join(cwd, 'in', 'link'));
    for (const path of [
      join(other, 'secret'),
      join(cwd, 'in', 'link'),
      `${cwd}/../${other.split('/').at(-1) ?? ''}/secret`,
    ])
      expect(await answered('fs/read_text_file', { path }), path).toMatchObject({ error: { code: -32_602 } });
    expect(await answered('fs/read_text_file', { path: 'a.txt' })).toMatchObject({ error: { code: -32_602 } });
    rmSync(other, { recursive: true });
  });

  test('is never written, and a terminal never started, without the user', async () => {
    for (const method of ['fs/write_text_file', 'terminal/create'])
      expect(await answered(method, { path: join(cwd, 'a') })).toMatchObject({ error: { code: -32_600 } });
    expect(await answered('terminal/create', {}, { files: 'hand' })).toBeUndefined();
  });
});

describe('a question', () => {
  const form = (required: readonly string[]): object => ({
    mode: 'form',
    requestedSchema: { properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } }, required },
  });

  test('by a form is accepted with its defaults, if they are enough', async () => {
    const allow = { elicitation: 'allow' } as const;
    const accepted = { result: { action: 'accept', content: { a: 'x' } } };
    expect(await answered('elicitation/create', form(['a']), allow)).toEqual(accepted);
    const declined = { result: { action: 'decline' } };
    expect(await answered('elicitation/create', form(['a', 'b']), allow)).toEqual(declined);
    expect(await answered('elicitation/create', { mode: 'url', url: 'https://x' }, allow)).toEqual(declined);
    expect(await answered('elicitation/create', form([]), { elicitation: 'refuse' })).toEqual(declined);
    expect(await answered('elicitation/create', form([]))).toBeUndefined();
  });
});

test('any other request is refused like an unknown method, or left to the user', async () => {
  expect(await answered('no/such', {})).toMatchObject({ error: { code: -32_601 } });
  expect(await answered('no/such', {}, { other: 'hand' })).toBeUndefined();
});
