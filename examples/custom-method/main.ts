/** A method of one's own: its name begins with an underscore, its params are checked by a function of one's own. */
import assert from 'node:assert/strict';

import { memoryPair, RpcError } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';

// #region agent
interface Question {
  readonly plant: string;
}

function parseQuestion(value: unknown): Question {
  const { plant } = (value ?? {}) as Partial<Question>;
  if (typeof plant !== 'string') throw new RpcError(-32_602, 'plant must be a string');
  return { plant };
}

const botanist = agent({ name: 'botanist', version: '1.0.0' }).on(
  '_garden.example/season',
  parseQuestion,
  ({ plant }) => ({
    season: plant === 'tulip' ? 'spring' : 'summer',
  }),
);
// #endregion agent

export async function main(): Promise<void> {
  const [agentSide, clientSide] = memoryPair();
  void botanist.serve(agentSide);
  await using connection = await client({ name: 'test', version: '1.0.0' }).connect(clientSide);
  assert.deepEqual(await connection.request('_garden.example/season', { plant: 'tulip' }), { season: 'spring' });
  await assert.rejects(connection.request('_garden.example/season', {}), { code: -32_602 });
  await assert.rejects(connection.request('_garden.example/unknown', {}), { code: -32_601 });
}
