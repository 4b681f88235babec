import { agent } from '@acp-stack/sdk';

/** Begins to work, and fails. */
export const unwell = agent({ name: 'unwell', version: '1.0.0' }).onPrompt(async (turn) => {
  await turn.message.append('I begin, but …');
  throw new Error('The watering can is empty.');
});
