/** Uses the client as a user does: it is started with an agent, typed into, and read. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What the client prints when these lines are typed. */
async function typed(...lines: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [pathOf('client.js'), process.execPath, pathOf('gardener.js')]);
  child.stdin.end(`${lines.join('\n')}\n`);
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(errors, '');
  return printed;
}

test('the answer of the agent is printed', async () => {
  assert.match(await typed('What grows here?'), /gardener is ready.*You said: What grows here\?/su);
});

test('the user decides what the agent asks', async () => {
  assert.match(await typed('cut', '1'), /\[Cut the roses: completed\]\s+Here they are\./u);
  assert.match(await typed('cut', '3'), /\[Cut the roses: cancelled\]\s+I left them\./u);
  assert.match(await typed('cut', 'what?', 'hello'), /I left them\..*You said: hello/su);
});
