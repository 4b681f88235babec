/** The messages of a connection, the newest last; each opens to its JSON. */
import { clientSide, type Exchange } from '@acp-stack/trace';
import { memo, useSyncExternalStore, type ReactNode } from 'react';

import type { Wire } from './wire.ts';

export function WireView({ wire }: { readonly wire: Wire }): ReactNode {
  const messages = useSyncExternalStore(wire.subscribe, wire.messages);
  return (
    <section className="playground-wire" aria-label="Messages on the wire">
      <h2 id="wire">
        On the wire <span className="playground-status">{messages.length} messages</span>
      </h2>
      <ol>
        {messages.map((message) => (
          <Message key={message.index} message={message} />
        ))}
      </ol>
    </section>
  );
}

const Message = memo(function Message({ message }: { readonly message: Exchange }): ReactNode {
  const { from, method, kind, preview, text, took, mistake } = message;
  const isSent = from === clientSide;
  return (
    <li className={isSent ? 'is-sent' : 'is-received'}>
      <details>
        <summary>
          <span aria-hidden="true">{isSent ? '→' : '←'}</span>
          <span className="visually-hidden">{isSent ? 'client to agent:' : 'agent to client:'}</span>{' '}
          <code>{method}</code> <span className="playground-status">{words(kind, took)}</span>{' '}
          <span className="playground-preview">{preview}</span>
          {mistake === undefined ? null : <strong className="playground-failure"> {mistake}</strong>}
        </summary>
        <pre tabIndex={0}>{JSON.stringify(JSON.parse(text), undefined, 2)}</pre>
      </details>
    </li>
  );
});

/** What a message is, and for a response how long it took. */
function words(kind: Exchange['kind'], took: number | undefined): string {
  const name = kind === 'answer' ? 'response' : kind;
  return took === undefined ? name : `${name} after ${Math.max(1, Math.round(took * 1000))} ms`;
}
