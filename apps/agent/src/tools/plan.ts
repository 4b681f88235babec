/** Shows the plan of the work. */
import type { PlanEntry } from '@acp-stack/sdk';

import type { Tool } from '../model/tool.ts';
import { objectSchema } from './tool-arguments.ts';

const statuses = ['pending', 'in_progress', 'completed'];
const priorities = ['high', 'medium', 'low'];

export const planTool = (): Tool => ({
  name: 'plan',
  description: 'Shows the user the whole plan of the work: completed, current and pending steps.',
  kind: 'think',
  inputSchema: objectSchema(
    {
      entries: {
        type: 'array',
        items: objectSchema(
          {
            content: { type: 'string', minLength: 1 },
            status: { type: 'string', enum: statuses },
            priority: { type: 'string', enum: priorities },
          },
          ['content', 'status'],
        ),
      },
    },
    ['entries'],
  ),
  describe: () => ({ title: 'Plan' }),
  run: async (input, { turn }) => {
    const entries = (input['entries'] as readonly Partial<PlanEntry>[]).map(
      ({ content = '', status = 'pending', priority = 'medium' }): PlanEntry => ({ content, status, priority }),
    );
    await turn.plan(entries);
    return { rawOutput: { entries: entries.length }, forModel: 'The user sees the plan.' };
  },
});
