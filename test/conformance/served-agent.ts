/** A small correct agent for tests of the transports. */
import { agent, memoryStore, type Agent } from '@acp-stack/sdk';

/** A new app; its sessions outlive a connection. */
export const servedAgent = (): Agent =>
  agent({ name: 'served', version: '1.0.0' }, { store: memoryStore() }).onPrompt(async ({ message }) => {
    await message.append('hello');
  });
