/** A small agent and a small client on the official SDK. */
// #region agent
import { agent, client, methods } from '@agentclientprotocol/sdk';

const running = new Map<string, AbortController>();

const theirAgent = agent({ name: 'greeter' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: crypto.randomUUID() }))
  .onRequest(methods.agent.session.prompt, async ({ params, client: peer }) => {
    const controller = new AbortController();
    running.set(params.sessionId, controller);
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    await peer.notify(methods.client.session.update, {
      sessionId: params.sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `You said: ${text}` } },
    });
    running.delete(params.sessionId);
    return { stopReason: controller.signal.aborted ? 'cancelled' : 'end_turn' };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    running.get(params.sessionId)?.abort();
  });
// #endregion agent

// #region client
export async function askTheirs(question: string): Promise<string> {
  let answer = '';
  await client({ name: 'my-editor' })
    .onRequest(methods.client.session.requestPermission, () => ({ outcome: { outcome: 'cancelled' } }))
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        answer += update.content.text;
    })
    .connectWith(theirAgent, async (context) => {
      await context.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await context.request(methods.agent.session.new, { cwd: '/garden', mcpServers: [] });
      await context.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: question }] });
    });
  return answer;
}
// #endregion client
