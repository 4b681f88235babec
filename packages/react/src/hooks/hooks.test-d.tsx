/** A wrong call of a hook does not compile. */
import { memoryPair } from '@acp-stack/rpc';
import type { Entry, Transcript } from '@acp-stack/transcript';
import type { ReactNode } from 'react';
import { expectTypeOf } from 'vitest';

import {
  Entries,
  useAgent,
  useConfigOptions,
  useElicitation,
  useEntry,
  useEntryIds,
  usePermissions,
  useQueue,
  useSession,
  useSessions,
  useTranscript,
} from '../index.ts';

const info = { name: 'my-app', version: '1.0.0' };
const connect = (): ReturnType<typeof memoryPair>[0] => memoryPair()[0];

export function Right(): ReactNode {
  const agent = useAgent({ info, connect });
  expectTypeOf(agent.status).toEqualTypeOf<'connecting' | 'open' | 'reconnecting' | 'failed'>();
  const session = useSession(agent, { cwd: '/work' });
  useSession(agent, 'an id');
  useSession(agent, undefined);
  expectTypeOf(useTranscript(session, ({ entries }: Transcript) => entries.size)).toEqualTypeOf<number>();
  expectTypeOf(useEntryIds(session)).toEqualTypeOf<readonly string[]>();
  expectTypeOf(useEntry(session, 'id')).toEqualTypeOf<Entry | undefined>();
  usePermissions(session)[0]?.answer('yes');
  useElicitation(agent)[0]?.accept({ colour: 'red', count: 2, isSure: true });
  void useQueue(session).add('text', 'steer');
  void useConfigOptions(session).set('mode', 'ask');
  void useSessions(agent, { archived: 'only' }).loadMore();
  void session?.prompt(['Look at this', { type: 'image', data: '', mimeType: 'image/png' }]);
  return <Entries session={session}>{(entry) => <p>{entry.type}</p>}</Entries>;
}

export function Wrong(): ReactNode {
  // @ts-expect-error -- the name of the program is missing
  const agent = useAgent({ connect });
  // @ts-expect-error -- a channel is expected, not its address
  useAgent({ info, connect: () => 'wss://host/acp' });
  // @ts-expect-error -- a session needs a directory or an id
  const session = useSession(agent, {});
  // @ts-expect-error -- the transcript has no such part
  useTranscript(session, (transcript) => transcript.messages);
  // @ts-expect-error -- an entry has an id
  useEntry(session);
  // @ts-expect-error -- an option is chosen by its id
  usePermissions(session)[0]?.answer({ optionId: 'yes' });
  // @ts-expect-error -- a form has fields
  useElicitation(session)[0]?.accept('red');
  // @ts-expect-error -- a message waits or steers
  void useQueue(session).add('text', 'later', 'now');
  // @ts-expect-error -- options are texts or booleans
  void useConfigOptions(session).set('mode', 1);
  // @ts-expect-error -- a list has or has not archived sessions
  useSessions(agent, { archived: 'some' });
  // @ts-expect-error -- an entry is drawn by a function
  return <Entries session={session}>text</Entries>;
}
