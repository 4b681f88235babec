/** Context that comes with one prompt. */
import { fieldsOf } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';

const marker = 'marker-context';

/** The scenarios about runtime context. */
export const runtimeContextScenarios: readonly AgentScenario[] = [
  {
    name: 'runtime-context/one-turn',
    about: 'Sends context with one prompt, and looks whether it stays with that prompt.',
    versions: [1, 2],
    decides: ['RCTX-03', 'RCTX-04', 'RCTX-05'],
    needs: (agent) => (agent.offersInSession('runtimeContext') ? undefined : 'It does not offer runtimeContext.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const runtimeContext = [{ title: 'cwd', text: `/${marker}` }];
      const first = await stage.start(conversation, sessionId, 'recite', { runtimeContext }).end();
      const second = await stage.prompt(conversation, sessionId, 'recite');
      const saidIn = ({ updates }: typeof first, kind: string): string =>
        updates
          .filter(({ sessionUpdate }) => String(sessionUpdate).startsWith(kind))
          .flatMap(({ content }) => [content ?? []].flat())
          .map((block) => fieldsOf(block)['text'])
          .filter((text) => typeof text === 'string')
          .join('');
      const isReciting = [first, second].every((run) => saidIn(run, 'agent_message').includes('marker-prompt'));
      if (isReciting) {
        const isUsed = saidIn(first, 'agent_message').includes(marker);
        stage.check('RCTX-04', isUsed, 'The model did not get the context that came with the prompt.');
        const isUsedAgain = saidIn(second, 'agent_message').includes(marker);
        stage.check('RCTX-03', !isUsedAgain, 'The context of a prompt was used for the next one.');
      } else stage.notTested('RCTX-04', 'The agent does not repeat what it is told.');
      stage.check('RCTX-03', !saidIn(first, 'user_message').includes(marker), 'The context was echoed as a message.');
      if (stage.agent.has('load') || stage.agent.has('resume')) {
        const since = conversation.log.length;
        await stage.reopen(conversation, sessionId);
        await conversation.fence();
        const replayed = JSON.stringify(conversation.updates(sessionId, ['user_message', 'user_message_chunk'], since));
        stage.check('RCTX-03', !replayed.includes(marker), 'The context was replayed with the session.');
      }
      if (!stage.agent.has('list')) {
        stage.notTested('RCTX-05', 'It does not offer session/list.');
        return;
      }
      const { result } = await conversation.request('session/list', { cwd: stage.folder });
      const sessions = fieldsOf(result)['sessions'];
      const moved = (Array.isArray(sessions) ? sessions : [])
        .map(fieldsOf)
        .filter(({ cwd }) => String(cwd).includes(marker));
      stage.check('RCTX-05', moved.length === 0, 'The working directory of the session is that of the context.');
    },
  },
];
