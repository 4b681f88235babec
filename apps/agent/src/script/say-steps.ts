/** Steps that write text, thoughts and other content. */
import { validators } from '@acp-stack/schema/v2/unstable';

import type { ScriptValue } from './script-value.ts';
import { filled, step } from './step-context.ts';
import type { StepTable } from './step-table.ts';

/** One string, or the chunks that it is streamed in. */
const pieces = (field: ScriptValue): readonly string[] =>
  field.isList ? field.list().map((each) => each.text()) : [field.text()];

export const saySteps: StepTable = {
  text: (field) => {
    const texts = pieces(field);
    return step(async (context) => {
      for (const text of texts) await context.turn.message.append(filled(text, context));
    });
  },
  thought: (field) => {
    const texts = pieces(field);
    return step(async (context) => {
      for (const text of texts) await context.turn.thought.append(filled(text, context));
    });
  },
  content: (field) => {
    const block = field.checked(validators.ContentBlock);
    return step(({ turn }) => turn.message.append(block));
  },
  newMessage: (field) => {
    field.oneOf(['answer', 'thought']);
    const isThought = field.value === 'thought';
    return step(async ({ turn }) => (isThought ? turn.newThought() : turn.newMessage()));
  },
};
