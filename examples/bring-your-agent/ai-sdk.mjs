/** An agent of the AI SDK as an ACP agent. */
// #region agent
import { acpAgent } from '@acp-stack/ai-sdk/agent';
import { journalStore } from '@acp-stack/journal/session-store';
import { stdio } from '@acp-stack/stdio';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

import { model } from './ai-sdk-model.mjs'; // or a model of yours, such as 'anthropic/claude-sonnet-4.5'

const cutRoses = tool({
  title: 'Cut roses',
  inputSchema: z.object({ count: z.number() }),
  needsApproval: true,
  execute: ({ count }) => `${count} roses cut`,
});
const gardener = new ToolLoopAgent({ model, instructions: 'You are a gardener.', tools: { cutRoses } });

const store = journalStore(process.argv[2] ?? 'sessions.db');
await acpAgent(gardener, { name: 'gardener', version: '1.0.0' }, { store }).serve(stdio());
await store.close();
// #endregion agent
