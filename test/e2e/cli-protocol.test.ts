/** `--protocol`: which version of the protocol clients ask for, and which one the agent answers with. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

const echoing = fixtureAgent('echoing-agent.mjs');

const versionOf = ({ out }: { readonly out: string }): unknown =>
  (JSON.parse(out) as { readonly protocolVersion: unknown }).protocolVersion;

describe('--protocol', () => {
  test('an agent of version 1 that repeats the version of the request works without it', async () => {
    expect(await user.run(['exec', 'hi', '--', ...echoing])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('asked for 2') as string,
    });
  });

  test('1 asks for version 1: by the flag, the variable, and the entry of the agent', async () => {
    const flagged = await user.run(['exec', 'hi', '--protocol', '1', '--', ...echoing]);
    expect(flagged.out).toContain('asked for 1');
    const info = ['agents', 'info', '--format', 'json'];
    expect(versionOf(await user.run(info, { env: { ACP_PROTOCOL: '1' } }))).toBe(1);
    await user.run(['agents', 'add', 'echo', '--protocol', '1', '--', ...echoing]);
    expect(versionOf(await user.run([...info, 'echo']))).toBe(1);
  });

  test('of acp agent is the version that it answers with', async () => {
    const info = ['agents', 'info', '--format', 'json'];
    const agent = [process.execPath, acpProgram, 'agent', '--in-memory'];
    expect(versionOf(await user.run([...info, '--', ...agent]))).toBe(2);
    expect(versionOf(await user.run([...info, '--', ...agent, '--protocol', '1']))).toBe(1);
    const refused = await user.run([...info, '--protocol', '1', '--', ...agent, '--protocol', '2']);
    expect(refused.exitCode).not.toBe(0);
    expect(refused.err).toContain('speaks version 2 of the protocol, not version 1; remove --protocol 1');
  });
});
