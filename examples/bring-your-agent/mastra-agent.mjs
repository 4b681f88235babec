/** An agent of Mastra with a tool that asks first, and a storage in a file. */
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';

import { model } from './ai-sdk-model.mjs';

// #region tool
const cutRoses = createTool({
  id: 'cutRoses',
  description: 'Cuts roses.',
  inputSchema: z.object({ count: z.number() }),
  requireApproval: true,
  execute: async ({ count }) => `${count} roses cut`,
});
// #endregion tool

const agent = new Agent({ id: 'gardener', name: 'gardener', instructions: 'You garden.', model, tools: { cutRoses } });
export const gardener = new Mastra({
  agents: { gardener: agent },
  storage: new LibSQLStore({ id: 'gardener', url: `file:${process.argv[2] ?? 'sessions.db'}.mastra` }),
  logger: false,
}).getAgent('gardener');
