/** What a client with next edit suggestions sends: its session, the events of its documents, and its requests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { fieldsOf, isFields, type Fields } from '../../conversation/message.ts';
import type { AgentScript } from '../agent-script.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';
import { DocumentMirror, type Encoding } from '../document-mirror.ts';

const noSession = 'It starts no session for suggestions by itself.';
const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const paramsOf = ({ params }: Fields): Fields => fieldsOf(params);
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const start = { line: 0, character: 0 };
const ids = ['conformance-1', 'conformance-2'];
const suggestions = ids.map((id) => ({
  id,
  suggestionId: id,
  kind: 'edit',
  edits: [{ range: { start, end: start }, newText: 'new ' }],
}));

/** Suggestions for the document that is asked about. */
const suggest = ({ uri }: Fields): { readonly result: unknown } => ({
  result: { suggestions: suggestions.map((suggestion) => ({ ...suggestion, uri })) },
});

/** Runs the client with an agent that makes suggestions, until it has left or has nothing more to do. */
async function edited(stage: ClientStage, capabilities: Fields, script: AgentScript = {}): Promise<ClientPlay> {
  const play = await stage.prompted({
    ...script,
    capabilities: { ...stage.dialect.nothing, ...capabilities },
    answers: { 'nes/suggest': suggest, ...script.answers },
  });
  play.finish();
  await play.left();
  return play;
}

const isEvent = ({ method }: Fields): boolean => /^(?:document|nes)\/did/u.test(String(method));
const nameOf = ({ method }: Fields): string => String(method).replace(/^.*\//u, '');

const eventsOf = ({ conversation }: ClientPlay, name?: string): readonly Fields[] =>
  conversation.notifications().filter((each) => isEvent(each) && (name === undefined || nameOf(each) === name));

/** Checks the first of `values` that `isWrong`; without values the rule is not tested. */
function checkEach<T>(
  stage: ClientStage,
  rule: string,
  { values, isWrong, none }: { values: readonly T[]; isWrong: (value: T) => boolean; none: string },
): void {
  if (values.length === 0) stage.notTested(rule, none);
  else stage.check(rule, !values.some(isWrong), `It sent ${shown(values.find(isWrong))}.`);
}

/** Whether a change of a document carries its whole text, and its version is above that of the last event. */
function isWrongChange(events: readonly Fields[]): (change: Fields) => boolean {
  return (change) => {
    const { uri, version, contentChanges } = paramsOf(change);
    const isPartial = listOf(contentChanges).some(({ range, text }) => isFields(range) || typeof text !== 'string');
    const before = events.slice(0, events.indexOf(change)).map(paramsOf);
    const last = before.filter((each) => each['uri'] === uri).at(-1);
    return isPartial || !(Number(version) > Number(last?.['version']));
  };
}

const reasons = ['rejected', 'ignored', 'replaced', 'cancelled'];

/** Whether the context of a request has more than one change, or anything besides changes. */
function isUndeclared(request: Fields): boolean {
  const context = fieldsOf(paramsOf(request)['context']);
  return (
    Object.keys(context).some((key) => !['editHistory', '_meta'].includes(key)) ||
    listOf(context['editHistory']).length > 1
  );
}

const everyEvent = { didOpen: {}, didChange: { syncKind: 'incremental' }, didClose: {}, didSave: {}, didFocus: {} };

/** A way of counting characters that the client knows, other than the usual one if there is one. */
function encodingFor({ client }: ClientStage): Encoding {
  const { positionEncodings: known } = client.capabilities;
  return (['utf-8', 'utf-32'] as const).find((each) => Array.isArray(known) && known.includes(each)) ?? 'utf-16';
}

/** The scenarios about next edit suggestions. */
export const nextEditScenarios: readonly ClientScenario[] = [
  {
    name: 'next-edits/declared-events',
    about: 'Asks for two kinds of events and one of context, and looks at what the client sends about its documents.',
    versions: [1, 2],
    decides: ['NES-02', 'NES-03', 'NES-04', 'NES-06', 'NES-10', 'NES-11', 'NES-13'],
    run: async (stage) => {
      const document = { didOpen: {}, didChange: { syncKind: 'full' } };
      const play = await edited(stage, { nes: { events: { document }, context: { editHistory: { maxCount: 1 } } } });
      const { conversation } = play;
      const events = eventsOf(play);
      const none = 'It reports no events of documents by itself.';
      checkEach(stage, 'NES-02', { values: events, isWrong: (event) => !(nameOf(event) in document), none });
      checkEach(stage, 'NES-13', {
        values: events,
        isWrong: ({ method }) => !String(method).startsWith('document/'),
        none,
      });
      checkEach(stage, 'NES-06', { values: eventsOf(play, 'didChange'), isWrong: isWrongChange(events), none });
      const requests = conversation.requests('nes/suggest');
      checkEach(stage, 'NES-03', { values: requests, isWrong: isUndeclared, none: 'It asks for no suggestions.' });
      const ends = [...conversation.notifications('nes/accept'), ...conversation.notifications('nes/reject')];
      checkEach(stage, 'NES-04', {
        values: [...events, ...requests, ...ends],
        isWrong: (message) => paramsOf(message)['sessionId'] !== 'nes-1',
        none: noSession,
      });
      checkEach(stage, 'NES-10', {
        values: ends.map(paramsOf),
        isWrong: ({ id, suggestionId }) => !ids.includes(String(stage.version === 1 ? id : suggestionId)),
        none: 'It neither accepts nor rejects suggestions by itself.',
      });
      checkEach(stage, 'NES-11', {
        values: conversation.notifications('nes/reject').map(paramsOf),
        isWrong: ({ reason }) => typeof reason === 'string' && !reason.startsWith('_') && !reasons.includes(reason),
        none: 'It rejects no suggestion by itself.',
      });
    },
  },
  {
    name: 'next-edits/positions',
    about: 'Asks for all events, with another way of counting characters if the client knows one, and reads positions.',
    versions: [1, 2],
    decides: ['NES-07', 'NES-08'],
    run: async (stage) => {
      const encoding = encodingFor(stage);
      const more = encoding === 'utf-16' ? {} : { positionEncoding: encoding };
      const play = await edited(stage, { nes: { events: { document: everyEvent } }, ...more });
      checkEach(stage, 'NES-07', {
        values: eventsOf(play, 'didFocus').map(paramsOf),
        isWrong: ({ version, position, visibleRange }) =>
          !Number.isInteger(version) || !isFields(position) || !isFields(visibleRange),
        none: 'It reports no switch to a document by itself.',
      });
      const mirror = new DocumentMirror(encoding);
      const wrong: unknown[] = [];
      let positions = 0;
      for (const message of [...play.conversation.received()].map(({ value }) => fieldsOf(value))) {
        const { uri, position } = paramsOf(message);
        if (isEvent(message)) mirror.take(paramsOf(message));
        if (!isFields(position) || (!isEvent(message) && message['method'] !== 'nes/suggest')) continue;
        positions += 1;
        if (!mirror.has(uri, position)) wrong.push(position);
      }
      if (positions === 0) stage.notTested('NES-08', 'It sends no positions by itself.');
      else
        stage.check(
          'NES-08',
          wrong.length === 0,
          `With ${encoding}, the position ${shown(wrong[0])} is not in its document, or within a character.`,
        );
    },
  },
  {
    name: 'next-edits/repository',
    about: 'Has the client work in a repository, and looks whether it names that when it starts a session.',
    versions: [1, 2],
    decides: ['NES-16'],
    run: async (stage) => {
      const remoteUrl = 'https://example.org/ann/garden.git';
      mkdirSync(join(stage.folder, '.git', 'objects'), { recursive: true });
      mkdirSync(join(stage.folder, '.git', 'refs'));
      writeFileSync(join(stage.folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(join(stage.folder, '.git', 'config'), `[remote "origin"]\n\turl = ${remoteUrl}\n`);
      const play = await edited(stage, { nes: {} });
      checkEach(stage, 'NES-16', {
        values: play.conversation.requests('nes/start').map(paramsOf),
        isWrong: ({ repository }) => fieldsOf(repository)['remoteUrl'] !== remoteUrl,
        none: noSession,
      });
    },
  },
  {
    name: 'next-edits/login',
    about:
      'Refuses a session for suggestions until the client has logged in once more, and looks whether it tries again.',
    versions: [1, 2],
    decides: ['AUTH-22'],
    run: async (stage) => {
      const { login, authMethods } = stage.dialect;
      let isRefused = false;
      const play = await stage.start({
        capabilities: { ...stage.dialect.nothing, nes: {} },
        initialized: { authMethods },
        answers: {
          'nes/start': () => {
            if (isRefused) return { result: { sessionId: 'nes-1' } };
            isRefused = true;
            const data = { reason: 'auth_required' };
            return { error: { code: -32_000, message: 'Authentication required', data } };
          },
        },
      });
      const { conversation } = play;
      const place = (find: () => number): Promise<number | undefined> =>
        conversation.until(() => (find() === -1 ? undefined : find()), 'It did not go on').catch(() => undefined);
      const find = (method: string, since: number): number =>
        conversation.log.findIndex(
          ({ from, value }, index) => index > since && from === 'peer' && fieldsOf(value)['method'] === method,
        );
      await place(() => Math.max(find('nes/start', -1), find('session/prompt', -1)));
      const first = find('nes/start', -1);
      if (first === -1) {
        stage.notTested('AUTH-22', noSession);
        return;
      }
      const loggedIn = await place(() => find(login, first));
      if (loggedIn === undefined) stage.notTested('AUTH-22', 'It does not log in by itself.');
      else {
        const again = await place(() => find('nes/start', loggedIn));
        stage.check('AUTH-22', again !== undefined, 'After the login it did not start the session again.');
      }
      play.finish();
    },
  },
];
