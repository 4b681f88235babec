/** A proxy between any client and any agent: it changes one thing and passes everything else on as it is. */
import assert from 'node:assert/strict';

import { memoryPair, Peer } from '@acp-stack/rpc';
// #region proxy
import { proxy, text } from '@acp-stack/sdk';

const polite = proxy({ name: 'polite', version: '1.0.0' }).onClientRequest('session/prompt', (params, next) =>
  next({ ...params, prompt: [...params.prompt, text('Please be polite.')] }),
);
// #endregion proxy

/** What a conductor sends to the next in the chain: a message in an envelope. */
interface Envelope {
  readonly method: string;
  readonly params: { readonly prompt?: readonly { readonly text: string }[] };
}

export async function main(): Promise<void> {
  const [proxySide, conductorSide] = memoryPair();
  void polite.serve(proxySide);
  const passedOn: Envelope[] = [];
  const conductor = new Peer(conductorSide, {
    handlers: () => ({
      kind: 'request',
      run: (envelope: Envelope) => {
        passedOn.push(envelope);
        if (envelope.method === 'session/prompt') return { messageId: 'm' };
        return { protocolVersion: 2, info: { name: 'agent', version: '1' }, capabilities: { session: {} } };
      },
    }),
  });
  const info = { name: 'editor', version: '1' };
  await conductor.request('proxy/initialize', { protocolVersion: 2, info, capabilities: {} });
  const prompt = [{ type: 'text', text: 'Where are the roses?' }];
  assert.deepEqual(await conductor.request('session/prompt', { sessionId: 's', prompt }), { messageId: 'm' });
  assert.deepEqual(
    passedOn.at(-1)?.params.prompt?.map((block) => block.text),
    ['Where are the roses?', 'Please be polite.'],
  );
  conductor.destroy();
}
