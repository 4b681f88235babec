/** Asks the user a question with a form. */
import type { Tool, ToolResult } from '../model/tool.ts';
import { objectSchema, textIn } from './tool-arguments.ts';
import type { SessionResources } from './session-resources.ts';

export const askTool = ({ session }: SessionResources): Tool => ({
  name: 'ask',
  description: 'Asks the user a question. Give choices where there are only a few answers. Do not ask for secrets.',
  kind: 'think',
  runsInParallel: false,
  inputSchema: objectSchema(
    {
      question: { type: 'string', minLength: 1 },
      choices: { type: 'array', items: { type: 'string' }, description: 'The possible answers.' },
    },
    ['question'],
  ),
  describe: (input) => ({ title: textIn(input, 'question') }),
  run: async (input, { turn }): Promise<ToolResult> => {
    const question = textIn(input, 'question');
    const choices = Array.isArray(input['choices']) ? input['choices'].filter((each) => typeof each === 'string') : [];
    if (!session.connection.supports('elicitation.form')) {
      return {
        forModel: 'The client cannot show questions. Ask in your answer instead, and end the turn.',
        isError: true,
      };
    }
    const answer = { type: 'string', title: 'Answer', ...(choices.length === 0 ? {} : { enum: choices }) };
    const response = await turn.elicit({
      mode: 'form',
      message: question,
      requestedSchema: { type: 'object', properties: { answer }, required: ['answer'] },
    });
    if (response.action !== 'accept')
      return { forModel: 'The user did not answer.', rawOutput: { action: response.action } };
    const { content } = response as { readonly content?: Readonly<Record<string, unknown>> | null };
    const received = content?.['answer'];
    // Checked again, because the client may not have done it.
    const words =
      typeof received === 'string' && (choices.length === 0 || choices.includes(received)) ? received : undefined;
    if (words === undefined) return { forModel: 'The answer is not one of the choices.', isError: true };
    return { forModel: words, rawOutput: { answer: words } };
  },
});
