/** Leaves the plan mode if the user approves the plan. */
import type { Tool } from '../model/tool.ts';
import type { ModeId } from '../settings/modes.ts';
import { objectSchema, textIn } from './tool-arguments.ts';

export const exitPlanTool = (leave: (mode: ModeId) => void): Tool => ({
  name: 'exit_plan',
  description: 'Shows the user your plan and asks whether you may carry it out.',
  kind: 'switch_mode',
  runsInParallel: false,
  asksFirst: true,
  inputSchema: objectSchema({ plan: { type: 'string', minLength: 1, description: 'The plan, in Markdown.' } }, [
    'plan',
  ]),
  describe: () => ({ title: 'Carry out the plan?' }),
  run: async (input, { call, turn }) => {
    const plan = textIn(input, 'plan');
    await call.append(plan);
    const outcome = await turn.askPermission({
      title: 'Carry out the plan?',
      subject: call,
      options: [
        { optionId: 'code', name: 'Yes, and change files without asking', kind: 'allow_always' },
        { optionId: 'ask', name: 'Yes, and ask before each change', kind: 'allow_once' },
        { optionId: 'plan', name: 'No, keep planning', kind: 'reject_once' },
      ],
    });
    const chosen = outcome.outcome === 'selected' ? outcome.optionId : 'plan';
    if (chosen !== 'code' && chosen !== 'ask') return { forModel: 'The user wants another plan.', isError: true };
    await call.start();
    leave(chosen);
    return { forModel: 'The user agrees. Carry the plan out now.', rawOutput: { mode: chosen } };
  },
});
