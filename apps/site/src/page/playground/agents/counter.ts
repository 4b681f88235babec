import { agent } from '@acp-stack/sdk';

/** Counts slowly, until it is stopped. */
export const counter = agent({ name: 'counter', version: '1.0.0' }).onPrompt(async (turn) => {
  for (let number = 1; number <= 1000 && !turn.signal.aborted; number += 1) {
    await turn.message.append(`${number} `);
    await new Promise((resolve) => void setTimeout(resolve, 400));
  }
});
