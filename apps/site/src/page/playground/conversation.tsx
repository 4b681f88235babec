/** The client of the playground: what was said, the questions of the agent, and a field for the next message. */
import { Entries, usePermissions, useTranscript, type SessionStore } from '@acp-stack/react';
import { failureText, isBusy, lastPlan, textOf, type Entry } from '@acp-stack/transcript';
import { useId, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';

/** What `Conversation` is given. */
export interface ConversationProps {
  /** The session, or undefined before there is a connection. */
  readonly session: SessionStore | undefined;
  /** Whether messages can be sent. */
  readonly isOpen: boolean;
  /** The message that the field begins with. */
  readonly prompt: string;
}

export function Conversation({ session, isOpen, prompt }: ConversationProps): ReactNode {
  return (
    <section className="playground-conversation" aria-label="Conversation">
      <div className="playground-entries" role="log" aria-label="Messages" tabIndex={0}>
        <Entries session={session}>{drawEntry}</Entries>
        <Outcome session={session} />
      </div>
      <Plan session={session} />
      <Questions session={session} />
      <Composer session={session} isOpen={isOpen} prompt={prompt} />
    </section>
  );
}

function drawEntry(entry: Entry): ReactNode {
  if (entry.type === 'tool_call') {
    return (
      <p className="playground-tool">
        {entry.title} <span className="playground-status">{entry.status.replaceAll('_', ' ')}</span>
      </p>
    );
  }
  if (!('content' in entry)) return null;
  const author = authors[entry.type];
  return (
    <p className={`playground-entry playground-${entry.type.replaceAll('_', '-')}`} dir="auto">
      <span className="playground-author">{author}</span> {textOf(entry.content)}
    </p>
  );
}

const authors: Readonly<Partial<Record<Entry['type'], string>>> = {
  user_message: 'You',
  agent_message: 'Agent',
  agent_thought: 'Thought',
};

function Outcome({ session }: Pick<ConversationProps, 'session'>): ReactNode {
  const failure = useTranscript(session, failureText);
  return failure === undefined ? null : <p className="playground-failure">The turn failed: {failure}</p>;
}

function Plan({ session }: Pick<ConversationProps, 'session'>): ReactNode {
  const plan = useTranscript(session, lastPlan)?.plan;
  if (plan?.type !== 'items') return null;
  return (
    <ul className="playground-plan" aria-label="Plan">
      {plan.entries.map(({ content, status }) => (
        <li key={content}>
          {content} <span className="playground-status">{status.replaceAll('_', ' ')}</span>
        </li>
      ))}
    </ul>
  );
}

function Questions({ session }: Pick<ConversationProps, 'session'>): ReactNode {
  const questions = usePermissions(session);
  return questions.map(({ id, request, answer }) => (
    <fieldset key={id} className="playground-question">
      <legend>{request.title}</legend>
      {request.options.map(({ optionId, name }) => (
        <button
          key={optionId}
          type="button"
          onClick={() => {
            answer(optionId);
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  ));
}

function Composer({ session, isOpen, prompt }: ConversationProps): ReactNode {
  const [words, setWords] = useState(prompt);
  const isWorking = useTranscript(session, isBusy);
  const field = useId();
  const canSend = isOpen && words.trim() !== '';
  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!canSend) return;
    await session?.prompt(words);
    setWords('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
  };
  return (
    <form onSubmit={(event) => void send(event)} className="playground-composer">
      <label htmlFor={field}>Message</label>
      <textarea
        id={field}
        rows={2}
        value={words}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.target.value);
        }}
      />
      <div>
        <button type="submit" disabled={!canSend}>
          Send
        </button>
        <button type="button" disabled={!isWorking} onClick={() => session?.cancel()}>
          Stop
        </button>
      </div>
    </form>
  );
}
