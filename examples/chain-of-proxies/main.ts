/** The proxies that ship, in one chain: files of the project, hidden credentials, rules, a budget and a recording. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chain } from '@acp-stack/conductor';
import { agent, client } from '@acp-stack/sdk';

import { counting } from './counting.ts';
import { guarded } from './guarded.ts';
import { limited } from './limited.ts';

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'acp-example-'));
  try {
    writeFileSync(join(folder, 'AGENTS.md'), 'Speak of roses.');
    const trace = join(folder, 'trace.jsonl');
    const coder = agent({ name: 'coder', version: '1.0.0' }).onPrompt(async ({ message, askPermission, text }) => {
      const path = join(folder, 'prod.env');
      const subject = {
        type: 'tool_call' as const,
        toolCall: { toolCallId: 't', title: 'Edit', kind: 'edit' as const, locations: [{ path }] },
      };
      const answer = await askPermission({ title: 'May I edit prod.env?', subject });
      assert.equal(answer.outcome === 'selected' ? answer.optionId : answer.outcome, 'reject_once');
      assert.ok(text.includes('Speak of roses.') && !text.includes('hunter2'));
      await message.append('Not allowed, and I know no password.');
    });
    const app = client({ name: 'my-editor', version: '1.0.0' });
    {
      await using connection = await app.connect(chain(counting(), await limited(), guarded(coder, trace)));
      const session = await connection.newSession({ cwd: folder });
      const { stopReason } = await session.prompt('The password is hunter2, put it into prod.env.');
      assert.equal(stopReason, 'end_turn');
    }
    assert.ok(readFileSync(trace, 'utf8').includes('acp-trace'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
