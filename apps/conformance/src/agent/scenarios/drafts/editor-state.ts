/** The state of the editor: the agent asks only for what the client offers. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';

const isQuestion = ({ method }: Fields): boolean => String(method).startsWith('workspace/');

/** The scenarios about the state of the editor. */
export const editorStateScenarios: readonly AgentScenario[] = [
  {
    name: 'editor-state/questions',
    about: 'Has the agent ask for documents: a client that answers two of three questions, and one that answers none.',
    versions: [1, 2],
    decides: ['EDIT-01'],
    run: async (stage) => {
      const able = await stage.shared({ workspace: { openDocuments: {}, activeDocument: {} } });
      const document = { uri: pathToFileURL(join(stage.folder, 'notes.txt')).href, languageId: 'plaintext' };
      able.answer('workspace/open_documents', () => ({ result: { documents: [document] } }));
      able.answer('workspace/active_document', () => ({ result: { document } }));
      const { sessionId, asked } = await questionsOn(stage, able);
      const unable = await questionsOn(stage, await stage.shared());
      const wrong = [...asked.filter(({ method }) => method === 'workspace/recent_documents'), ...unable.asked];
      if (asked.length === 0 && wrong.length === 0)
        throw new Unreachable('The agent asked for no documents of the editor.');
      const method = JSON.stringify(wrong[0]?.['method']);
      stage.check('EDIT-01', wrong.length === 0, `The agent sent ${method}, which the client does not offer.`);
      const stray = asked.map(({ params }) => fieldsOf(params)['sessionId']).find((id) => id !== sessionId);
      stage.check('EDIT-01', stray === undefined, `A question has the sessionId ${JSON.stringify(stray)}.`);
    },
  },
];

/** The questions of the agent about the editor in a session. */
async function questionsOn(
  stage: AgentStage,
  conversation: Conversation,
): Promise<{ readonly sessionId: string; readonly asked: readonly Fields[] }> {
  const sessionId = await stage.session(conversation);
  const { since } = await stage.prompt(conversation, sessionId, 'open-files');
  return { sessionId, asked: conversation.requests(undefined, since).filter(isQuestion) };
}
