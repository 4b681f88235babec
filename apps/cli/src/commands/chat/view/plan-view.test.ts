import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import { emptyTranscript, fold } from '@acp-stack/transcript';
import { expect, test } from 'vitest';

import { eachFolder } from '../../../../../../test/support/each-folder.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { planLines } from '../slash-commands/plans.ts';
import { planView } from './plan-view.ts';

let folder: string;
eachFolder((path) => {
  folder = path;
});

const entry = (content: string, status: string): object => ({ content, status, priority: 'low' });
const plan = (planId: string, fields: object): SessionUpdate =>
  ({ sessionUpdate: 'plan_update', plan: { planId, ...fields } }) as SessionUpdate;

const shown = (updates: readonly SessionUpdate[], maxLines: number): readonly string[] => {
  let transcript = emptyTranscript();
  for (const update of updates) transcript = fold(transcript, update);
  return planView(transcript, { width: 60, maxLines }).map(textOfLine);
};

const dig = plan('dig', { type: 'items', entries: [entry('Dig', 'completed'), entry('Rest', 'pending')] });
const file = plan('file', { type: 'file', uri: 'file:///garden/plan.md' });
const water = plan('water', { type: 'items', entries: [entry('Water', 'in_progress')] });

test('several plans are shown, the one that changed last with its steps', () => {
  expect(shown([dig, file, water], 9)).toEqual([
    'Plan dig 1 of 2 done',
    'Plan file file:///garden/plan.md',
    'Plan 0 of 1 done',
    '  ▶ Water',
  ]);
  expect(shown([dig, file, water], 3)).toEqual(['Plan dig 1 of 2 done', 'Plan 0 of 1 done', '  ▶ Water']);
  expect(shown([dig], 9)).toEqual(['Plan 1 of 2 done', '  ☑ Dig', '  ☐ Rest']);
});

test('a plan in a file says how it is opened', () => {
  expect(shown([file], 9)).toEqual(['Plan', '  file:///garden/plan.md  /plans shows it']);
});

test('a plan in a file is read when it is opened, and nothing else is', async () => {
  const path = join(folder, 'plan.md');
  await writeFile(path, '# Beds\n\n- dig\u{1B}[2J\n');
  const uri = pathToFileURL(path).href;
  const text = (await planLines({ type: 'file', uri })).map(textOfLine).join('\n');
  expect(text).toContain('Beds');
  expect(text).not.toContain('\u{1B}');
  await expect(planLines({ type: 'file', uri: 'https://example.org/plan.md' })).rejects.toThrow(
    'not a file of this machine',
  );
  await expect(planLines({ type: 'file', uri: pathToFileURL(folder).href })).rejects.toThrow(
    'it is a folder; name a file',
  );
  await expect(planLines({ type: 'file', uri: `${uri}x` })).rejects.toThrow('The plan cannot be read');
});
