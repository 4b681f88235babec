/** Next edit suggestions: their sessions, and what is suggested. */
import { pathToFileURL } from 'node:url';

import { PeerSilent } from '../../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentFacts } from '../../agent-facts.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import {
  firstLineOfCode,
  followsChanges,
  idOf,
  lastLineOfCode,
  lineCount,
  startSuggestions,
  SuggestionSession,
  suggestionsIn,
} from '../../suggestion-session.ts';

const needsSuggestions = (agent: AgentFacts): string | undefined =>
  agent.offers('nes') ? undefined : 'It does not offer nes.';

/** The encodings of positions that the suite offers. */
const encodings = ['utf-32', 'utf-16'];

/** The scenarios about next edit suggestions. */
export const nextEditScenarios: readonly AgentScenario[] = [
  {
    name: 'next-edits/sessions',
    about: 'Starts two sessions of suggestions besides a session of prompts, and closes one of them while it works.',
    versions: [1, 2],
    decides: ['NES-01', 'NES-04', 'NES-05', 'NES-15'],
    needs: needsSuggestions,
    run: async (stage) => {
      const conversation = await stage.shared();
      const reply = await startSuggestions(conversation, {});
      const { sessionId } = fieldsOf(reply.result);
      const isStarted = typeof sessionId === 'string' && sessionId !== '';
      stage.check('NES-15', isStarted, `nes/start without params got ${JSON.stringify(reply.error ?? reply.result)}.`);
      if (!isStarted) return;
      const one = new SuggestionSession(conversation, stage.agent, sessionId);
      const workspaceUri = pathToFileURL(stage.folder).href;
      const two = await SuggestionSession.start(conversation, stage.agent, { workspaceUri });
      const chat = await stage.session(conversation);
      const ids = [one.id, two.id, chat];
      stage.check('NES-04', new Set(ids).size === ids.length, `The sessions have the ids ${JSON.stringify(ids)}.`);
      for (const session of [one, two]) session.edit();
      const before = suggestionsIn(await one.suggest());
      await checkClose(stage, one, { hadSome: before.length > 0 });
      const { error } = await two.suggest();
      stage.check('NES-04', error === undefined, `A session ended with another one: ${error?.message ?? ''}`);
      await stage.prompt(conversation, chat, 'say');
      await two.close();
      const noise = conversation
        .received()
        .map(({ value }) => String(fieldsOf(value)['method']))
        .find((method) => /^(?:nes|document)\//u.test(method));
      stage.check(
        'NES-01',
        noise === undefined,
        `A client that offers nothing about suggestions was sent ${noise ?? ''}.`,
      );
    },
  },
  {
    name: 'next-edits/suggestions',
    about: 'Edits a document whose next edit is easy to guess, and looks at the suggestions.',
    versions: [1, 2],
    decides: ['NES-06', 'NES-08', 'NES-09', 'NES-10'],
    needs: needsSuggestions,
    run: async (stage) => {
      const conversation = await stage.connection();
      const result = await stage.initialize(conversation, { nes: { rename: {} }, positionEncodings: encodings });
      const { positionEncoding: chosen } = stage.dialect.capabilitiesIn(result);
      const isChosen = chosen === undefined || chosen === null || encodings.some((each) => each === chosen);
      const offered = encodings.join(' and ');
      stage.check('NES-08', isChosen, `The agent chose ${JSON.stringify(chosen)} where ${offered} were offered.`);
      const session = await SuggestionSession.start(conversation, stage.agent);
      session.edit();
      const suggestions = [...suggestionsIn(await session.suggest()), ...suggestionsIn(await session.suggest())];
      if (suggestions.length === 0) {
        for (const rule of ['NES-06', 'NES-09', 'NES-10']) stage.notTested(rule, 'The agent suggested nothing.');
        return;
      }
      const unknown = suggestions.find(({ kind }) => kind !== 'edit' && kind !== 'rename');
      const kind = JSON.stringify(unknown?.['kind']);
      stage.check('NES-09', unknown === undefined, `The agent suggested the kind ${kind}, which was not offered.`);
      const shared = sharedId(suggestions);
      const found = `Suggestions have the id ${JSON.stringify(shared)}, which is not their own.`;
      stage.check('NES-10', shared === undefined, found);
      checkLines(stage, session, suggestions);
    },
  },
  {
    name: 'next-edits/actions',
    about: 'Asks for suggestions as a client that knows them as actions only.',
    versions: [1],
    decides: ['NES-18'],
    needs: needsSuggestions,
    run: async (stage) => {
      const conversation = await stage.freshly({ nes: { ideActions: { rename: {}, searchAndReplace: {} } } });
      const session = await SuggestionSession.start(conversation, stage.agent);
      session.edit();
      const suggestions = suggestionsIn(await session.suggest());
      const newer = suggestions.find(({ kind }) => kind === 'rename' || kind === 'searchAndReplace');
      const kind = JSON.stringify(newer?.['kind']);
      if (newer === undefined && !suggestions.some((each) => each['kind'] === 'action'))
        stage.notTested('NES-18', 'The agent suggested no action.');
      else stage.check('NES-18', newer === undefined, `The agent suggested the kind ${kind} instead of an action.`);
    },
  },
];

/** Closes a session while it works: the work ends, and the session is gone. */
async function checkClose(
  stage: AgentStage,
  session: SuggestionSession,
  { hadSome }: { readonly hadSome: boolean },
): Promise<void> {
  const conversation = await stage.shared();
  const open = session.begin();
  const closed = await session.close();
  stage.check('NES-05', closed.error === undefined, `nes/close was refused: ${closed.error?.message ?? ''}`);
  try {
    await conversation.reply(open);
  } catch (failure) {
    if (!(failure instanceof PeerSilent)) throw failure;
    stage.check('NES-05', false, 'nes/suggest was not answered after its session was closed.');
    return;
  }
  const later = await session.suggest();
  const some = suggestionsIn(later);
  if (later.error === undefined && some.length === 0 && !hadSome)
    stage.notTested('NES-05', 'The agent suggested nothing, before and after nes/close.');
  else stage.check('NES-05', some.length === 0, `A closed session has ${some.length} suggestions.`);
}

/** An id that is missing, or that suggestions with other contents have too. */
function sharedId(suggestions: readonly Fields[]): unknown {
  const known = new Map<unknown, string>();
  for (const suggestion of suggestions) {
    const [id, content] = [idOf(suggestion), JSON.stringify(suggestion)];
    if (typeof id !== 'string' || id === '') return id ?? null;
    if ((known.get(id) ?? content) !== content) return id;
    known.set(id, content);
  }
  return undefined;
}

/** Edits are inside the document as it is after all changes. */
function checkLines(stage: AgentStage, { uri }: SuggestionSession, suggestions: readonly Fields[]): void {
  if (!followsChanges(stage.agent)) {
    stage.notOffered('NES-06', 'It does not follow changes of documents.');
    return;
  }
  const lines = suggestions
    .filter((suggestion) => suggestion['kind'] === 'edit' && suggestion['uri'] === uri)
    .flatMap(({ edits }) => (Array.isArray(edits) ? edits.map(fieldsOf) : []))
    .map((edit) => Number(fieldsOf(fieldsOf(edit['range'])['start'])['line']));
  const outside = lines.find((line) => line > lineCount);
  if (outside === undefined && !lines.some((line) => line >= firstLineOfCode && line <= lastLineOfCode))
    stage.notTested('NES-06', 'No suggestion shows whether the agent has followed the changes.');
  else
    stage.check(
      'NES-06',
      outside === undefined,
      `The agent suggested to edit line ${outside ?? ''} of a document that has ${lineCount} lines after all changes.`,
    );
}
