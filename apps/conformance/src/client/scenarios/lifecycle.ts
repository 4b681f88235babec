/** When a client takes the work for done, and how it takes values of a later version. */
import { join } from 'node:path';

import { PeerEnded } from '../../conversation/failure.ts';
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import { callsOf } from '../client-messages.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';

/** Runs the client with a script that a strict reader could stumble over; false if it does not get to its prompt. */
async function reachesPrompt(
  stage: ClientStage,
  script: Parameters<ClientStage['start']>[0],
): Promise<ClientPlay | false> {
  try {
    return await stage.prompted(script);
  } catch (error) {
    if (error instanceof PeerEnded) return false;
    throw error;
  }
}

const isCommands = ({ sessionUpdate }: Fields): boolean => sessionUpdate === 'available_commands_update';

/** Sends updates, and looks whether the client is still there. */
async function survives(stage: ClientStage, play: ClientPlay, updates: readonly Fields[]): Promise<boolean> {
  for (const update of updates) play.update(update);
  return stage.stays(play);
}

/** The scenarios about the life of a prompt. */
export const lifecycleScenarios: readonly ClientScenario[] = [
  {
    name: 'lifecycle/until-the-response',
    about: 'Sends a message and more before it answers a prompt, and looks whether the client waits for the answer.',
    versions: [1],
    decides: ['TURN-02'],
    run: async (stage) => {
      const play = await stage.prompted();
      const hasStayed = await survives(stage, play, [stage.dialect.message('Hello.'), stage.dialect.message(' Bye.')]);
      if (!hasStayed) {
        stage.check('TURN-02', false, 'It left before session/prompt was answered.');
        return;
      }
      play.finish();
      if (await play.left()) stage.check('TURN-02', true, '');
      else
        stage.notTested('TURN-02', 'It does not leave when its prompt is done, so nothing shows what ends its turn.');
    },
  },
  {
    name: 'lifecycle/shutdown',
    about: 'Answers the prompt and goes on when its input is closed, and looks whether the client leaves it behind.',
    versions: [1, 2],
    decides: ['STDIO-04'],
    needs: ({ over }) => (over === 'stdio' ? undefined : 'It connects to the address of its agent.'),
    run: async (stage) => {
      const play = await stage.prompted({ isStubborn: true });
      play.finish();
      const hasEnded = await stage.hasEnded(play);
      if (!hasEnded) stage.notTested('STDIO-04', 'It does not end when its prompt is done.');
      else
        stage.check(
          'STDIO-04',
          await play.left(),
          'It has ended, and has left the agent behind that does not end with its input.',
        );
    },
  },
  {
    name: 'lifecycle/not-the-end',
    about: 'Answers a prompt and goes on working, in states that the client knows and does not know.',
    versions: [2],
    decides: ['LIFE-09', 'LIFE-15'],
    run: async (stage) => {
      const play = await stage.prompted();
      const hasStayed = await stage.stays(play);
      if (!hasStayed) {
        stage.check('LIFE-09', false, 'It left after the response to session/prompt, before the state was idle.');
        return;
      }
      const isPatient = await survives(stage, play, [{ sessionUpdate: 'state_update', state: '_dreaming' }]);
      if (!isPatient) {
        stage.check('LIFE-09', true, '');
        stage.check('LIFE-15', false, 'It left when the state became one that it does not know.');
        return;
      }
      play.finish();
      const hasLeft = await play.left();
      for (const rule of ['LIFE-09', 'LIFE-15']) {
        if (hasLeft) stage.check(rule, true, '');
        else
          stage.notTested(rule, 'It does not leave when its prompt is done, so nothing shows what it takes for done.');
      }
    },
  },
  {
    name: 'lifecycle/options-of-a-later-version',
    about: 'Opens a session with options of an unknown type and category, after a login of an unknown type.',
    versions: [1, 2],
    decides: ['CFG-06', 'CFG-07', 'AUTH-03'],
    run: async (stage) => {
      const { dialect } = stage;
      const [known = {}, unknown = {}] = dialect.configOptions;
      const byCategory = await reachesPrompt(stage, { opened: { configOptions: [known] } });
      stage.check('CFG-06', byCategory !== false, 'It left when an option had a category that it does not know.');
      if (byCategory !== false) byCategory.finish();
      const byType = await reachesPrompt(stage, { opened: { configOptions: [unknown] } });
      stage.check('CFG-07', byType !== false, 'It left when an option had a type that it does not know.');
      if (byType !== false) byType.finish();
      const methods = dialect.authMethods.slice(1);
      const byLogin = await reachesPrompt(stage, { initialized: { authMethods: methods } });
      const used = byLogin === false ? [] : byLogin.methods.filter((method) => method === dialect.login);
      stage.check(
        'AUTH-03',
        byLogin !== false && used.length === 0,
        byLogin === false
          ? 'It left when a login had an unknown type.'
          : 'It used a login whose type it does not know.',
      );
      if (byLogin !== false) byLogin.finish();
    },
  },
  {
    name: 'lifecycle/cancelled-beside-a-subagent',
    about: 'Announces a subagent, has the user of the client cancel the work, and looks whether the subagent is named.',
    versions: [2],
    decides: ['SUB-02'],
    needs: ({ canInterrupt }) => (canInterrupt ? undefined : 'The suite cannot ask it to cancel its work.'),
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation, run } = play;
      play.update({ sessionUpdate: 'subagent_update', sessionId: 'conformance-child', title: 'Child' });
      await conversation.fence();
      run.interrupt?.();
      await conversation.until(() => conversation.notifications('session/cancel')[0], 'It did not send session/cancel');
      play.finish('cancelled');
      await play.left();
      const named = callsOf(conversation).filter(({ params }) => fieldsOf(params)['sessionId'] === 'conformance-child');
      stage.check('SUB-02', named.length === 0, `It sent ${JSON.stringify(named[0])} about the subagent.`);
    },
  },
  {
    name: 'lifecycle/diff-without-patch',
    about: 'Reports a diff that says only which files change.',
    versions: [2],
    decides: ['TOOL-12'],
    run: async (stage) => {
      const play = await stage.prompted();
      const changes = [{ operation: 'modify', path: join(stage.folder, 'notes.txt') }];
      const update = {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'tool-diff',
        title: 'Change the notes',
        content: [{ type: 'diff', changes }],
      };
      stage.check('TOOL-12', await survives(stage, play, [update]), 'It left when a diff had no patch.');
      play.finish();
    },
  },
  {
    name: 'lifecycle/updates-of-a-later-version',
    about: 'Sends updates, content and commands of kinds that the client does not know.',
    versions: [2],
    decides: ['GEN-19', 'CMD-04'],
    run: async (stage) => {
      const play = await stage.prompted();
      const { unknownUpdates } = stage.dialect;
      const commands = unknownUpdates.filter(isCommands);
      const others = unknownUpdates.filter((update) => !isCommands(update));
      stage.check('CMD-04', await survives(stage, play, commands), 'It left when a command was of an unknown type.');
      stage.check(
        'GEN-19',
        await survives(stage, play, others),
        'It left after an update with a value that it does not know.',
      );
      play.finish();
    },
  },
];
