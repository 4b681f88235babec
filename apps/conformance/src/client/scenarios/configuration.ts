/** What a client does with options, modes, logins and lists of sessions that the agent offers. */
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { ClientScenario } from '../client-scenario.ts';

const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
};

const paramsOf = (request: Fields): Fields => fieldsOf(request['params']);

/** The scenarios about options, logins and lists. */
export const configurationScenarios: readonly ClientScenario[] = [
  {
    name: 'configuration/options',
    about: 'Opens a session with options, in version 1 also with modes, and looks at how the client sets them.',
    versions: [1, 2],
    decides: ['CFG-09', 'CFG-10', 'MODE-01'],
    run: async (stage) => {
      const [option = {}] = stage.dialect.configOptions;
      const play = await stage.prompted({ opened: { configOptions: [option], ...stage.dialect.openedWith(modes) } });
      play.finish();
      await play.left();
      const hasMode = play.methods.includes('session/set_mode');
      const sets = play.conversation.requests('session/set_config_option').map(paramsOf);
      if (hasMode || sets.length > 0)
        stage.check('MODE-01', !hasMode, 'It set a mode although the session has options.');
      else stage.notTested('MODE-01', 'It sets neither modes nor options by itself.');
      for (const rule of ['CFG-09', 'CFG-10'])
        if (sets.length === 0) stage.notTested(rule, 'It does not set an option by itself.');
      for (const { type, value } of sets) {
        stage.check(
          'CFG-09',
          typeof value === 'boolean' ? type === 'boolean' : typeof value === 'string' && type !== 'boolean',
          `It sets an option with the type ${JSON.stringify(type)} and the value ${JSON.stringify(value)}.`,
        );
        stage.check('CFG-10', typeof type === 'string', 'It sets an option without a type.');
      }
    },
  },
  {
    name: 'configuration/login',
    about: 'Refuses sessions until the client has logged in, and looks at how it logs in.',
    versions: [1, 2],
    decides: ['AUTH-01', 'AUTH-02', 'AUTH-13'],
    run: async (stage) => {
      const { dialect, client } = stage;
      const authMethods = [...(client.offers('auth.terminal') ? [dialect.terminalLogin] : []), ...dialect.authMethods];
      let isLoggedIn = false;
      const play = await stage.start({
        initialized: { authMethods },
        answers: {
          [dialect.login]: () => {
            isLoggedIn = true;
            return { result: {} };
          },
          'session/new': () =>
            isLoggedIn
              ? { result: { sessionId: 'session-1' } }
              : { error: { code: -32_000, message: 'Authentication required' } },
        },
      });
      await play.conversation
        .until(() => play.methods.includes('session/prompt'), 'It does not log in by itself')
        .catch(() => undefined);
      play.finish();
      const logins = play.conversation.requests(dialect.login).map((request) => paramsOf(request)['methodId']);
      if (logins.length === 0) {
        for (const rule of ['AUTH-01', 'AUTH-02', 'AUTH-13']) stage.notTested(rule, 'It does not log in by itself.');
        return;
      }
      const ids = authMethods.map((method) => method['methodId'] ?? method['id']);
      const said = `It logs in with ${JSON.stringify(logins)}.`;
      stage.check(
        'AUTH-01',
        logins.every((id) => ids.includes(id)),
        said,
      );
      stage.check('AUTH-02', logins.includes('conformance'), said);
      if (client.offers('auth.terminal')) stage.check('AUTH-13', !logins.includes('terminal'), said);
      else stage.notTested('AUTH-13', 'It offers no login in a terminal.');
    },
  },
  {
    name: 'configuration/pages-of-sessions',
    about: 'Lists sessions in pages, and looks at the cursors that the client sends back.',
    versions: [1, 2],
    decides: ['LIST-03', 'LIST-09'],
    run: async (stage) => {
      const cursors: readonly (string | undefined)[] = [' page 2 ', 'page/3', ...stage.dialect.emptyCursor, undefined];
      let page = 0;
      const play = await stage.start({
        capabilities: stage.dialect.everything,
        answers: {
          'session/list': () => {
            const nextCursor = cursors[Math.min(page, cursors.length - 1)];
            page += 1;
            return { result: { sessions: [], ...(nextCursor === undefined ? {} : { nextCursor }) } };
          },
        },
      });
      await play.called('session/prompt');
      play.finish();
      await play.left();
      const [, ...asked] = play.conversation.requests('session/list').map((request) => paramsOf(request)['cursor']);
      const said = `It asked for the pages ${JSON.stringify(asked)}.`;
      if (asked.length === 0) {
        for (const rule of ['LIST-03', 'LIST-09']) stage.notTested(rule, 'It does not list further pages of sessions.');
        return;
      }
      const known = asked.slice(0, 2);
      stage.check(
        'LIST-03',
        known.every((cursor, index) => cursor === cursors[index]),
        said,
      );
      if (asked.length < 2) stage.notTested('LIST-09', 'It does not list all pages of sessions.');
      else stage.check('LIST-09', asked[2] === '', said);
    },
  },
];
