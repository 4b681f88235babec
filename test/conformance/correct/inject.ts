/** What the correct agent offers about injected messages, and agents for scenarios that need another offer or work. */
import { agent, memoryStore, type Agent, type AgentOptions, type PromptHandler } from '@acp-stack/sdk';

/** Every mode, and replacing what waits. */
export const injectOptions: AgentOptions = {
  inject: { modes: ['queue', 'steer'], steerInStream: ['finish'], pending: { replace: true } },
};

/** Can be steered between its tool call and what it says next. */
const work: PromptHandler = async (turn) => {
  if (turn.text.startsWith('conformance:write-file')) {
    const call = turn.toolCall({ title: 'Write', kind: 'edit' });
    await turn.requestPermission({ title: 'May I write?', subject: call });
    await call.complete();
    turn.breakpoint();
  }
  if (turn.text.startsWith('conformance:wait'))
    await new Promise((_, reject) => {
      turn.signal.addEventListener('abort', () => reject(turn.signal.reason as Error));
    });
  await turn.message.append('hello');
};

const working = (options: AgentOptions): Agent =>
  agent({ name: 'working', version: '1.0.0' }, { store: memoryStore(), ...options }).onPrompt(work);

/** Agents for single scenarios, by the name of the scenario. */
export const injectAgents: Readonly<Record<string, () => Agent>> = {
  'inject/permission': () => working(injectOptions),
  'inject/no-replacement': () => working({ inject: { modes: ['queue'] } }),
};
