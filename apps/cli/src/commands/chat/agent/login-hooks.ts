/** The login of an agent in a chat. */
import type { ClientConnection } from '@acp-stack/sdk';
import { readForm, type LoginHooks, type VariablesLogin } from '@acp-stack/workspace/client';

import type { ChatUi } from '../ui/chat-ui.ts';
import type { OwnForm } from '../ui/questions.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';

export function loginHooks({ questions, runInTerminal }: ChatUi): Omit<LoginHooks<ClientConnection>, 'restart'> {
  return {
    choose: async (methods) => {
      const items = methods.map(({ id, name, description, obstacle }) => ({
        value: id,
        label: escapeLine(name),
        description: escapeLine(description ?? ''),
        obstacle,
      }));
      return (await questions.choose({ title: 'The agent requires a login', canSearch: false, items }))?.value;
    },
    askVariables: async (method, { signal }) => {
      const values = await questions.fillIn({ ...variablesForm(method), signal });
      return values as Readonly<Record<string, string>> | undefined;
    },
    runInTerminal,
  };
}

/** The variables of a login method as a form. */
function variablesForm({ name, description, link, variables }: VariablesLogin): Omit<OwnForm, 'signal'> {
  const form = readForm({
    mode: 'form',
    sessionId: '',
    message: [name, description, link].filter((each) => each !== undefined).join('\n'),
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(variables.map((each) => [each.name, { type: 'string', title: each.label }])),
      required: variables.filter(({ isOptional }) => !isOptional).map((each) => each.name),
    },
  });
  return { form, secrets: new Set(variables.filter(({ isSecret }) => isSecret).map((each) => each.name)) };
}
