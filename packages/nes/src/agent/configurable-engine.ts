/**
 * Session options with which the user decides when suggestions are made, and of which kinds. They work with every
 * engine.
 */
import type { SessionConfigOption } from '@acp-stack/schema/v2/unstable';

import type { EngineRequest, EngineSession, NesEngine } from '../suggestions/nes-engine.ts';
import type { Suggestion, SuggestionKind } from '../suggestions/suggestion.ts';
import type { ServeNesOptions } from './serve-nes.ts';

const whenOption = 'suggest';
const kindsOption = 'kinds';

/** The kinds of suggestions for each value; kinds that the client does not support are still left out. */
const kindsOf: ReadonlyMap<string, readonly SuggestionKind[]> = new Map([
  ['edits', ['edit']],
  ['edits-and-jumps', ['edit', 'jump']],
  ['all', ['edit', 'jump', 'rename', 'searchAndReplace']],
]);

const configOptions: readonly SessionConfigOption[] = [
  {
    configId: whenOption,
    name: 'Suggest',
    description: 'When the next edit is suggested.',
    type: 'select',
    currentValue: 'while-typing',
    options: [
      { value: 'while-typing', name: 'While typing' },
      { value: 'when-asked', name: 'When asked', description: 'Only when the user wants a suggestion.' },
      { value: 'never', name: 'Never' },
    ],
  },
  {
    configId: kindsOption,
    name: 'Kinds',
    description: 'What is suggested.',
    type: 'select',
    currentValue: 'all',
    options: [
      { value: 'edits', name: 'Edits' },
      { value: 'edits-and-jumps', name: 'Edits and jumps' },
      { value: 'all', name: 'Everything', description: 'Also renames, and replacing in the whole file.' },
    ],
  },
];

/** Adds two session options to an engine, for `serveNes`: when suggestions are made, and of which kinds. */
export function withConfigOptions(engine: NesEngine): Required<Pick<ServeNesOptions, 'engine' | 'configOptions'>> {
  return {
    configOptions,
    engine: { ...engine, open: (workspace) => configured(engine.open(workspace)) },
  };
}

function configured(session: EngineSession): EngineSession {
  return {
    changed: (change) => session.changed?.(change),
    opened: (document) => session.opened?.(document),
    closed: (uri) => session.closed?.(uri),
    saved: (document) => session.saved?.(document),
    focused: (document) => session.focused?.(document),
    accepted: (suggestion) => session.accepted?.(suggestion),
    rejected: (suggestion, reason) => session.rejected?.(suggestion, reason),
    close: () => session.close?.(),
    suggest: (request) => suggest(session, request),
  };
}

function suggest(
  session: EngineSession,
  request: EngineRequest,
): readonly Suggestion[] | Promise<readonly Suggestion[]> {
  const { options, trigger } = request;
  if (options[whenOption] === 'never') return [];
  if (options[whenOption] === 'when-asked' && trigger !== 'manual') return [];
  const wanted = kindsOf.get(String(options[kindsOption])) ?? [...request.kinds];
  const kinds = new Set(wanted.filter((kind) => request.kinds.has(kind)));
  return session.suggest({ ...request, kinds });
}
