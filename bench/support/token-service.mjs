/**
 * Started by a probe: `node token-service.mjs <burst|paced> <count>`; a model that answers with that many tokens,
 * always the same.
 */
import { modelServer } from '@acp-stack/testing/model-server';

const [, , pace, count] = process.argv;
const text = Array.from({ length: Number(count) }, (_, index) => `token${index % 1000} `);
const { url } = await modelServer({
  turns: [
    { repeat: true, text, usage: { input: 10, output: Number(count) }, ...(pace === 'paced' ? { delay: 0 } : {}) },
  ],
});
process.send(url);
// Its parent is gone.
process.once('disconnect', () => process.exit(0));
