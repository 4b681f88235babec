import { agent } from '@acp-stack/sdk';

/** Answers word by word. */
export const greeter = agent({ name: 'greeter', version: '1.0.0' }).onPrompt(async (turn) => {
  for (const word of `You said: ${turn.text}`.split(/(?<= )/u)) await turn.message.append(word);
});
