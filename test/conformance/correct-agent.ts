/** An agent that does everything the suite asks for, and keeps every rule: the suite must find nothing wrong with it. */
import { agent, memoryStore, type Agent, type PromptHandler } from '@acp-stack/sdk';

/** Does what the first word of the prompt names. */
const onPrompt: PromptHandler = async (turn) => {
  const behaviour = /^conformance:(\S+)/u.exec(turn.text)?.[1] ?? 'say';
  await (behaviours[behaviour] ?? say)(turn);
};

const say: PromptHandler = async ({ message }) => {
  await message.append('hello');
};

const behaviours: Readonly<Record<string, PromptHandler>> = {
  say,
  wait: ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }),
};

/** A new app with a store of its own. */
export function correctAgent(): Agent {
  return agent({ name: 'correct', version: '1.0.0' }, { store: memoryStore() }).onPrompt(onPrompt);
}
