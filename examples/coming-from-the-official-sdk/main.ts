/** Both pairs give the same answer. */
import assert from 'node:assert/strict';

import { askOurs } from './ours.ts';
import { askTheirs } from './theirs.ts';

export async function main(): Promise<void> {
  assert.equal(await askTheirs('hello'), 'You said: hello');
  assert.equal(await askOurs('hello'), 'You said: hello');
}
