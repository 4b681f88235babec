/**
 * How sessions begin, from the command line, the environment and the config file: what is passed on, what is refused,
 * what goes first.
 */
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { acpHere } from '../support/acp-here.ts';
import { acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
});
afterEach(() => {
  user[Symbol.dispose]();
});

const rude = (...args: readonly string[]): readonly string[] => ['--', ...fixtureAgent('rude-agent.mjs', ...args)];

const mcpServers = {
  local: { command: process.execPath, args: ['-e', '0'] },
  web: { url: 'https://mcp.example', headers: { team: 'garden' } },
  older: { type: 'sse', url: 'https://old.example' },
};

/** The params of a request in the raw messages. */
function paramsOf(messages: string, method: string): unknown {
  const all = messages.split('\n').filter((line) => line.includes(`"${method}"`));
  return (JSON.parse(all[0] ?? '{}') as { params?: unknown }).params;
}

describe('the MCP servers of a session', () => {
  test('reach an agent that takes them: those that it starts, over HTTP and over SSE', async () => {
    const file = user.write('mcp.json', { mcpServers });
    const args = ['exec', '--format', 'json', '--mcp-config', file, 'go', ...rude('takesAll')];
    const { exitCode, out } = await acpHere(user, args);
    expect(exitCode).toBe(0);
    expect(paramsOf(out, 'session/new')).toMatchObject({
      cwd: user.project,
      mcpServers: [
        { name: 'local', command: process.execPath, args: ['-e', '0'], env: [] },
        { type: 'http', name: 'web', url: 'https://mcp.example', headers: [{ name: 'team', value: 'garden' }] },
        { type: 'sse', name: 'older', url: 'https://old.example', headers: [] },
      ],
    });
  });

  test.each(['web', 'older'] as const)(
    'are refused where a flag asks for %s and the agent does not take it',
    async (name) => {
      const file = user.write('mcp.json', { mcpServers: { [name]: mcpServers[name] } });
      const { exitCode, err } = await acpHere(user, ['exec', '--mcp-config', file, 'go', ...rude('polite')]);
      expect(exitCode).toBe(1);
      expect(err).toContain(`such as ${name}; remove it from --mcp-config`);
    },
  );

  test('are left out with a note where only the config file asks for them', async () => {
    user.write('config/acp-stack/config.json', { mcpServers: { web: mcpServers.web } });
    const { exitCode, out, err } = await acpHere(user, ['exec', '--format', 'quiet', 'go', ...rude('polite')]);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: 'At your service.\n' });
    expect(err).toContain('it does not accept MCP servers over http, such as web; it was omitted');
  });
});

describe('the settings of a session', () => {
  const brain = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const { out } = await acpHere(user, ['exec', '--format', 'json', ...args], { env });
    return paramsOf(out, 'session/set_config_option');
  };

  test('come from a flag before a variable, and from a variable before the file', async () => {
    const [, command, ...args] = rude('takesAll');
    const entry = { command, args, default_model: 'large' };
    user.write('config/acp-stack/config.json', { agent_servers: { florist: entry } });
    const other = user.write('other.json', { agent_servers: { florist: { ...entry, default_model: 'small' } } });
    const large = expect.objectContaining({ configId: 'brain', value: 'large' });
    expect(await brain(['florist', 'go'])).toEqual(large);
    expect(await brain(['florist', 'go'], { ACP_MODEL: 'small' })).toBeUndefined();
    expect(await brain(['florist', 'go', '--model', 'large'], { ACP_MODEL: 'small' })).toEqual(large);
    expect(await brain(['florist', 'go'], { ACP_CONFIG: other })).toBeUndefined();
    const config = join(user.home, 'config', 'acp-stack', 'config.json');
    expect(await brain(['florist', 'go', '--config', config], { ACP_CONFIG: other })).toEqual(large);
  });

  test('are set by the ids and values of the agent, and a wrong value is refused with a list of the right ones', async () => {
    expect(await brain(['--config-option', 'brain=large', 'go', ...rude('takesAll')])).toMatchObject({
      value: 'large',
    });
    const wrong = await acpHere(user, ['exec', '--model', 'huge', 'go', ...rude('takesAll')]);
    expect(wrong).toMatchObject({ exitCode: 2, err: 'acp: unknown model "huge"; choose from small, large\n' });
  });

  test('are refused if the agent has no such setting, or if --system-prompt-mode comes without --system-prompt', async () => {
    const refused = (...flags: readonly string[]): Promise<{ exitCode: number; err: string }> =>
      acpHere(user, ['exec', ...flags, 'go', ...rude('polite')]);
    expect(await refused('--mode', 'plan')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--mode') });
    expect(await refused('--system-prompt-mode', 'override')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('--system-prompt-mode requires --system-prompt'),
    });
  });
});
