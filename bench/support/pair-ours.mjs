/** Both sides of `process-pair.mjs` on our SDK. */
import { lineChannel } from '@acp-stack/rpc';
import { agent, client } from '@acp-stack/sdk';

/** Our channel over two Node streams. */
const channelOver = (input, output) =>
  lineChannel(
    {
      start: (onData, onEnd) => {
        input.on('data', onData);
        input.once('end', () => onEnd());
      },
      pause: () => input.pause(),
      resume: () => input.resume(),
    },
    {
      write: (text, onTaken) => void output.write(text, (error) => onTaken(error ?? undefined)),
      end: () => new Promise((resolve) => void output.end(resolve)),
      destroy: () => output.destroy(),
    },
  );

const info = { name: 'bench', version: '1.0.0' };

export async function openAgent(_, onPrompt) {
  await agent(info)
    .onPrompt(async ({ session: { id: sessionId, connection } }) => {
      await onPrompt((params) => connection.notify('session/update', { ...params, sessionId }));
    })
    .serve(channelOver(process.stdin, process.stdout));
}

export async function openClient(_, child) {
  const connection = await client(info).connect(channelOver(child.stdout, child.stdin));
  const open = () => connection.newSession({ cwd: '/' });
  return {
    open,
    openToListen: open,
    prompt: async (session) => {
      let seen = 0;
      for await (const update of session.prompt('go')) if (update.sessionUpdate === 'agent_message_chunk') seen += 1;
      return seen;
    },
  };
}
