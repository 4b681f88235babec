/** The client of a tutorial: it shows what an agent says and does, and asks its user. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What the client prints when its user answers `answer`, or when its input has ended before. */
async function shown(prompt: string, answer?: string): Promise<string> {
  const words = [file('editor.mjs'), prompt, 'node', file('../tutorial-agent/agent.mjs')];
  const editor = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  if (answer === undefined) editor.stdin.end();
  let printed = '';
  editor.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (answer !== undefined && text.includes('(1 ')) editor.stdin.write(`${answer}\n`);
  });
  await once(editor, 'close');
  return printed;
}

export async function main(): Promise<void> {
  assert.match(await shown('What grows here?'), /^You said: What grows here\?\n\[end_turn\]/u);
  assert.match(
    await shown('/cut rose', '1'),
    /Cut the rose\?.*1 .*\[Cut the rose: completed\]\nIt is cut\.\n\[end_turn\]/su,
  );
  assert.match(await shown('/cut rose'), /\[Cut the rose: cancelled\]\nI left it\.\n\[end_turn\]/u);
}
