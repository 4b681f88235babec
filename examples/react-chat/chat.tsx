/** A chat with an agent: its messages, its questions, and a form to write to it. */
// #region chat
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
  const agent = useAgent({ info: { name: 'react-chat', version: '1.0.0' }, connect });
  const session = useSession(agent, { cwd });
  const { status } = useSessionState(session);
  const questions = usePermissions(session);
  const isWorking = useTranscript(session, isBusy);
  const [words, setWords] = useState('');
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    await session?.prompt(words); // rejects while the connection is lost, and the words stay
    setWords('');
  };
  return (
    <main>
      {status === 'open' ? null : <p role="status">Connecting …</p>}
      <Entries session={session}>{drawEntry}</Entries>
      {questions.map(({ id, request, answer }) => (
        <fieldset key={id}>
          <legend>{request.title}</legend>
          {request.options.map(({ optionId, name }) => (
            <input key={optionId} type="button" value={name} onClick={() => answer(optionId)} />
          ))}
        </fieldset>
      ))}
      <form onSubmit={(event) => void send(event)}>
        <textarea aria-label="Message" value={words} onChange={(event) => setWords(event.target.value)} />
        <input type="submit" value="Send" disabled={status !== 'open'} />
        <input type="button" value="Stop" disabled={!isWorking} onClick={() => session?.cancel()} />
      </form>
    </main>
  );
}

function drawEntry(entry: Entry): ReactNode {
  if (entry.type === 'tool_call') return `${entry.title}: ${entry.status}`;
  return 'content' in entry ? <p dir="auto">{textOf(entry.content)}</p> : null;
}
// #endregion chat
