/** How a client takes what an agent says of itself and its sessions: older sessions, logins, providers, modes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { PeerEnded } from '../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { AgentScript } from '../agent-script.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';

const modes = {
  currentModeId: 'ask',
  availableModes: [
    { id: 'ask', name: 'Ask' },
    { id: 'code', name: 'Code' },
  ],
};

/** Answers `method` with a value that no client knows, and looks whether the client goes on to its prompt. */
async function checkUnknown(
  stage: ClientStage,
  rule: string,
  { method, result }: { readonly method: string; readonly result: Fields },
): Promise<void> {
  const script: AgentScript = {
    capabilities: stage.dialect.everything,
    answers: { [method]: () => ({ result }) },
  };
  const play = await stage.start(script);
  const isPrompted = await play.called('session/prompt').then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof PeerEnded)) throw error;
      return false;
    },
  );
  if (!play.methods.includes(method)) stage.notTested(rule, `It does not call ${method} by itself.`);
  else stage.check(rule, isPrompted, `It left when ${method} had the result ${JSON.stringify(result)}.`);
  play.finish();
}

/** The scenarios about sessions, and about what surrounds them. */
export const sessionScenarios: readonly ClientScenario[] = [
  {
    name: 'sessions/resumed',
    about: 'Lists a session of another folder, and looks at the folder with which the client resumes it.',
    versions: [2],
    decides: ['SETUP-20'],
    run: async (stage) => {
      const cwd = join(stage.folder, 'garden');
      mkdirSync(cwd);
      const listed = { sessionId: 'conformance-older', cwd, title: 'An older session' };
      const play = await stage.prompted({
        answers: {
          'session/list': ({ cwd: asked }) => ({
            result: { sessions: asked === undefined || asked === null || asked === cwd ? [listed] : [] },
          }),
        },
      });
      play.finish();
      await play.left();
      const resumed = play.conversation
        .requests('session/resume')
        .map(({ params }) => fieldsOf(params))
        .filter(({ sessionId }) => sessionId === listed.sessionId);
      if (resumed.length === 0) stage.notTested('SETUP-20', 'It resumes no listed session by itself.');
      for (const { cwd: used } of resumed)
        stage.check('SETUP-20', used === cwd, `It resumed a session of ${cwd} in ${JSON.stringify(used)}.`);
    },
  },
  {
    name: 'sessions/modes',
    about: 'Opens a session that has modes and no options, and looks at the mode that the client sets.',
    versions: [1],
    decides: ['MODE-03'],
    run: async (stage) => {
      const play = await stage.prompted({ opened: { modes } });
      play.finish();
      await play.left();
      const set = play.conversation.requests('session/set_mode').map(({ params }) => fieldsOf(params)['modeId']);
      if (set.length === 0) stage.notTested('MODE-03', 'It sets no mode by itself.');
      for (const modeId of set)
        stage.check(
          'MODE-03',
          modes.availableModes.some(({ id }) => id === modeId),
          `It set the mode ${JSON.stringify(modeId)}, which was not offered.`,
        );
    },
  },
  {
    name: 'sessions/unknown-login-state',
    about: 'Says that its login is in a state that the client does not know.',
    versions: [1, 2],
    decides: ['AUTH-19'],
    run: (stage) => checkUnknown(stage, 'AUTH-19', { method: 'auth/status', result: { state: '_dreaming' } }),
  },
  {
    name: 'sessions/unknown-kind-of-provider',
    about: 'Lists a provider of models whose kind the client does not know.',
    versions: [1, 2],
    decides: ['PROV-08'],
    run: (stage) =>
      checkUnknown(stage, 'PROV-08', {
        method: 'providers/list',
        result: {
          providers: [
            {
              providerId: 'dream',
              supported: ['_dream'],
              required: false,
              current: { apiType: '_dream', baseUrl: 'https://example.org' },
            },
          ],
        },
      }),
  },
];
