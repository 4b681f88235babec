/** A client that lets an agent use its files and run commands, inside of one folder and nowhere else. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { client, type Channel, type ClientSession } from '@acp-stack/sdk';
import { spawnAgent } from '@acp-stack/stdio';
import { clientMachine, type ClientMachine } from '@acp-stack/workspace/client';

const curious = fileURLToPath(new URL('agent.mjs', import.meta.url));

// #region machine
/** The machine: what the user has typed and not saved comes from the editor, and commands see no secrets. */
const createMachine = (unsaved: ReadonlyMap<string, string>): ClientMachine =>
  clientMachine({
    buffers: { unsaved: ({ realPath }) => unsaved.get(realPath) },
    environment: { deny: ['GARDEN_*'] },
    limits: { fileBytes: 1_000_000 },
  });

/** Opens a session in `cwd`; all that it starts ends with it. */
async function openSession(channel: Channel, machine: ClientMachine, cwd: string): Promise<ClientSession> {
  const connection = await client({ name: 'my-editor', version: '1.0.0' })
    .onFiles(machine.files)
    .onTerminals(machine.terminals)
    .connect(channel);
  return connection.newSession({ cwd });
}
// #endregion machine

/** Has the agent ask for something, and answers with what came of it. */
async function have(session: ClientSession, method: string, params: object): Promise<Record<string, unknown>> {
  let answer = '';
  for await (const update of session.prompt(JSON.stringify({ method, params }))) {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') answer += update.content.text;
  }
  return JSON.parse(answer) as Record<string, unknown>;
}

export async function main(): Promise<void> {
  const garden = realpathSync(mkdtempSync(join(tmpdir(), 'acp-example-')));
  const at = (name: string): string => join(garden, name);
  writeFileSync(at('tulips.txt'), 'red\n');
  symlinkSync('/etc', at('way-out'));
  const unsaved = new Map([[at('roses.txt'), 'pink, and not saved\n']]);
  try {
    await using machine = createMachine(unsaved);
    await using agent = spawnAgent([process.execPath, curious]);
    const session = await openSession(agent, machine, garden);

    assert.deepEqual(await have(session, 'fs/read_text_file', { path: at('roses.txt') }), {
      content: 'pink, and not saved\n',
    });
    await have(session, 'fs/write_text_file', { path: at('beds/new.txt'), content: 'white\n' });
    assert.equal(readFileSync(at('beds/new.txt'), 'utf8'), 'white\n');

    for (const path of ['/etc/passwd', at('../other'), at('way-out/passwd')])
      assert.equal((await have(session, 'fs/read_text_file', { path }))['code'], -32_602);

    const { terminalId } = await have(session, 'terminal/create', { command: 'cat', args: ['tulips.txt'] });
    const named = { terminalId };
    assert.deepEqual(await have(session, 'terminal/wait_for_exit', named), { exitCode: 0, signal: null });
    await have(session, 'terminal/release', named);
    assert.equal((await have(session, 'terminal/output', named))['code'], -32_002);
    // It is unknown to the agent, but can still be displayed.
    assert.equal(machine.terminal(String(terminalId))?.output().text, 'red\n');
  } finally {
    rmSync(garden, { recursive: true });
  }
}
