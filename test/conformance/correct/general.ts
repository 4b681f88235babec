/** An agent that sends what the scenarios about JSON-RPC, capabilities and extensions look at. */
import { agent, memoryStore, type Agent, type PromptHandler } from '@acp-stack/sdk';

const folderIn = (text: string): string => /(\/\S+)\/[a-z]+\.txt/u.exec(text)?.[1] ?? '/work';

/** Reports a read of a file at a line. */
const readFile: PromptHandler = async (turn) => {
  const locations = [{ path: `${folderIn(turn.text)}/notes.txt`, line: 1 }];
  const call = turn.toolCall({ title: 'Read', kind: 'read', locations });
  await call.complete();
};

/** Reports an edit of a file, with the user's permission. */
const writeFile: PromptHandler = async (turn) => {
  const path = `${folderIn(turn.text)}/result.txt`;
  const call = turn.toolCall({ title: 'Write', kind: 'edit', locations: [{ path, line: 1 }] });
  await call.diff([{ operation: 'add', path, fileType: 'text' }]);
  await turn.requestPermission({ title: 'Write?', subject: call });
  await call.complete();
};

/** Asks for data in both ways, whether or not the client can show them. */
const ask: PromptHandler = async (turn) => {
  const form = { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } } as const;
  const url = { mode: 'url', message: 'Where?', elicitationId: 'e1', url: 'https://example.org' } as const;
  await Promise.allSettled([turn.elicit(form), turn.elicit(url)]);
};

const behaviours: Readonly<Record<string, PromptHandler>> = {
  'read-file': readFile,
  'write-file': writeFile,
  'ask-user': ask,
  'open-page': ask,
};

const onPrompt: PromptHandler = async (turn) => {
  const behaviour = /^conformance:(\S+)/u.exec(turn.text)?.[1] ?? 'say';
  if (behaviours[behaviour] === undefined) await turn.message.append('hello');
  else await behaviours[behaviour](turn);
};

/** A new app with a store of its own. */
export function generalAgent(): Agent {
  return agent(
    { name: 'general', version: '1.0.0' },
    { store: memoryStore(), accepts: ['image'], mcp: ['http'], additionalDirectories: true },
  ).onPrompt(onPrompt);
}

/** The scenarios that are tried on it. */
export const generalScenarios = [
  'json-rpc/messages',
  'json-rpc/ids',
  'capabilities/omitted',
  'capabilities/null',
  'extensibility/trace',
  'initialization/names-and-markers',
] as const;
