/** A chat with an agent: its messages, its questions, and a form to write to it. */
import {
  Entries,
  useAgent,
  usePermissions,
  useSession,
  useSessionState,
  useTranscript,
  type AgentStoreOptions,
} from '@acp-stack/react';
import { isBusy, textOf, type Entry } from '@acp-stack/transcript';
import { useState, type ReactNode, type SyntheticEvent } from 'react';

export function Chat({ connect, cwd }: Pick<AgentStoreOptions, 'connect'> & { cwd: string }): ReactNode {
  const agent = useAgent({ info: { name: 'PROJECT_NAME', version: '0.1.0' }, connect });
  const session = useSession(agent, { cwd });
  const { status, error = agent.error } = useSessionState(session);
  const questions = usePermissions(session);
  const isWorking = useTranscript(session, isBusy);
  const [words, setWords] = useState('');
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (session === undefined || words.trim() === '') return;
    await session.prompt(words); // rejects while the connection is lost, and the words stay
    setWords('');
  };
  return (
    <main>
      {status === 'open' ? null : <p role="status">{error?.message ?? 'Connecting …'}</p>}
      <Entries session={session}>{drawEntry}</Entries>
      {questions.map(({ id, request, answer }) => (
        <fieldset key={id}>
          <legend>{request.title}</legend>
          {request.options.map(({ optionId, name }) => (
            <button key={optionId} type="button" onClick={() => answer(optionId)}>
              {name}
            </button>
          ))}
        </fieldset>
      ))}
      <form onSubmit={(event) => void send(event)}>
        <textarea aria-label="Message" value={words} onChange={(event) => setWords(event.target.value)} />
        <button type="submit" disabled={status !== 'open'}>
          Send
        </button>
        <button type="button" disabled={!isWorking} onClick={() => session?.cancel()}>
          Stop
        </button>
      </form>
    </main>
  );
}

function drawEntry(entry: Entry): ReactNode {
  if (entry.type === 'tool_call') return `${entry.title}: ${entry.status}`;
  return 'content' in entry ? (
    <p className={entry.type} dir="auto">
      {textOf(entry.content)}
    </p>
  ) : null;
}
