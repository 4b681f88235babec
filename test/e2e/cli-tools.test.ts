/** `acp exec --tools`: tools in a file, for agents that reach them in each way. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { modelServer } from '@acp-stack/testing/model-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { acpProgram, acpUser, fixtureAgent, type AcpUser } from '../support/acp-program.ts';
import { repository } from '../support/checkout.ts';

let user: AcpUser;
beforeEach(() => {
  user = acpUser();
  copyFileSync(join(repository, 'examples/tools-in-one-file/my-tools.mjs'), join(user.project, 'my-tools.mjs'));
});
afterEach(() => {
  user[Symbol.dispose]();
});

const toolUser = (way: string, ...tools: readonly string[]): readonly string[] =>
  fixtureAgent('tool-user.mjs', way, ...tools);

describe('acp exec --tools', () => {
  test.each([
    ['over the connection', 'acp', '2'],
    ['over the connection, in version 1', 'acp', '1'],
    ['over HTTP, because it has nothing else', 'http', '2'],
    ['as a program, because it has nothing else', 'stdio', '1'],
  ])('gives an agent the tools of a file %s', async (_, way, protocol) => {
    const args = ['exec', '--protocol', protocol, '--tools', 'my-tools.mjs', 'rose', '--', ...toolUser(way)];
    const { exitCode, out } = await user.run(args);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: `${way} my-tools season: June\n` });
  });

  test.each([
    ['over the connection', 'acp', '2'],
    ['over HTTP, because it has nothing else', 'http', '1'],
    ['as a program, because it has nothing else', 'stdio', '1'],
  ])('gives an agent behind proxies the tools of one of them %s', async (_, way, protocol) => {
    const tools = ['--proxy', 'tools --file my-tools.mjs', '--proxy', 'budget --turns 9'];
    const inside = await user.run(['exec', '--protocol', protocol, ...tools, 'rose', '--', ...toolUser(way)]);
    expect(inside).toMatchObject({ exitCode: 0, out: `${way} my-tools season: June\n` });
    const chain = [process.execPath, acpProgram, 'conduct', ...tools, '--', ...toolUser(way)];
    const conducted = await user.run(['exec', '--protocol', protocol, 'rose', '--', ...chain]);
    expect(conducted).toMatchObject({ exitCode: 0, out: `${way} my-tools season: June\n` });
  });

  test('gives them to the bundled agent, and warns of nothing', async () => {
    await using model = await modelServer({
      turns: [{ toolCalls: [{ name: 'mcp_my-tools_season', arguments: '{"plant":"rose"}' }] }, { text: 'In June.' }],
    });
    const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'key', ACP_AGENT_MODEL: 'openai/scripted' };
    const args = ['exec', '--format', 'quiet', '--approve-all', '--tools', 'my-tools.mjs', 'When do roses bloom?'];
    const { out, err } = await user.run(args, { env });
    expect({ out, err }).toEqual({ out: 'In June.\n', err: '' });
    expect(JSON.stringify((await model.request(2)).body)).toContain('June');
  });

  test('gives them to the agent of a chat as well', async () => {
    const args = ['chat', '--screen-reader', '--tools', 'my-tools.mjs', '--', ...toolUser('acp')];
    const { exitCode, out } = await user.run(args, { input: 'rose\n/quit\n' });
    expect(out).toContain('acp my-tools season: June');
    expect(exitCode).toBe(0);
  });

  test('prints what the file prints on stderr', async () => {
    const schema = '{ type: "object" }';
    const file = user.write(
      'loud.mjs',
      `console.log("loud"); export default { a: { schema: ${schema}, handler: () => "b" } };`,
    );
    const { out, err } = await user.run(['exec', '--tools', file, 'rose', '--', ...toolUser('acp')]);
    expect(out).toBe('acp loud a: b\n');
    expect(err).toContain('loud\n');
  });

  test.each([
    ['a mistake in its syntax', 'export default {\n  water: (\n', ':3: Unexpected end of input'],
    ['a package that is not there', "import 'no-such-package';", ": Cannot find package 'no-such-package'"],
  ])('refuses a file with %s, before the agent is started', async (_, text, words) => {
    const file = user.write('bad.mjs', text);
    const { exitCode, err } = await user.run(['exec', '--tools', file, 'rose', '--', ...toolUser('acp')]);
    expect(exitCode).toBe(2);
    expect(err).toContain(`acp: --tools: ${file}${words}`);
  });

  test('offers the servers of a config file that are of the type acp, modules and programs', async () => {
    const everything = join(repository, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
    const file = join(user.project, 'mcp.json');
    const mcpServers = {
      garden: { type: 'acp', module: './my-tools.mjs' },
      program: { type: 'acp', command: 'node', args: [everything, 'stdio'] },
    };
    copyFileSync(user.write('mcp.json', { mcpServers }), file);
    const agent = toolUser('acp', 'season', 'echo');
    const { exitCode, out } = await user.run(['exec', '--mcp-config', file, 'tulip', '--', ...agent]);
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: 'acp garden season: April\nacp program echo: Echo: tulip\n',
    });
  });
});
