/** An agent of the AI SDK as an ACP agent, with everything it needs, in ten lines. */
// #region agent
import { acpAgent } from '@acp-stack/ai-sdk/agent';
import { journalStore } from '@acp-stack/journal/session-store';
import { stdio } from '@acp-stack/stdio';
import { tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';

const inputSchema = z.object({ count: z.number() });
const cutRoses = tool({ inputSchema, needsApproval: true, execute: ({ count }) => `${count} roses cut` });
const gardener = new ToolLoopAgent({ model: 'anthropic/claude-sonnet-4.5', tools: { cutRoses } });
await acpAgent(gardener, { name: 'gardener', version: '1.0.0' }, { store: journalStore('sessions.db') }).serve(stdio());
// #endregion agent
