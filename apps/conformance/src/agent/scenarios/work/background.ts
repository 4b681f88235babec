/** Work that goes on in the background while the session is idle. */
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { isFinal } from '../../tool-reports.ts';

const work = ['tool_call_update', 'terminal_update'];

const idOf = ({ toolCallId, terminalId }: Fields): unknown => toolCallId ?? terminalId;

/** The ids of the listed work; undefined if the update does not list any. */
const listed = ({ background }: Fields): readonly unknown[] | undefined =>
  Array.isArray(background) ? background.map((each) => idOf(fieldsOf(each))) : undefined;

/** What is wrong with the order of reports and lists. */
function orderFault(updates: readonly Fields[]): string | undefined {
  const announced = new Set<unknown>();
  const ended = new Set<unknown>();
  let before: readonly unknown[] = [];
  for (const update of updates) {
    if (work.includes(String(update['sessionUpdate']))) {
      announced.add(idOf(update));
      if (isFinal(update)) ended.add(idOf(update));
    }
    const now = update['sessionUpdate'] === 'state_update' ? listed(update) : undefined;
    if (now === undefined) continue;
    const stranger = now.find((id) => !announced.has(id));
    if (stranger !== undefined) return `${JSON.stringify(stranger)} was listed before it was reported.`;
    const gone = before.find((id) => !now.includes(id) && !ended.has(id));
    if (gone !== undefined) return `${JSON.stringify(gone)} has left the list before its end was reported.`;
    before = now;
  }
  return undefined;
}

/** The scenarios about background work. */
export const backgroundScenarios: readonly AgentScenario[] = [
  {
    name: 'background/listed-work',
    about: 'Has a command run in the background, cancels other work meanwhile, and then the command itself.',
    versions: [2],
    decides: ['LIFE-19', 'LIFE-20', 'CANCEL-10'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const updates = (): readonly Fields[] => conversation.updates(sessionId);
      const states = (): readonly Fields[] => updates().filter(({ sessionUpdate }) => sessionUpdate === 'state_update');
      await stage.prompt(conversation, sessionId, 'run-in-background');
      const listedNow = states().findLast((state) => listed(state) !== undefined);
      const [id] = listedNow === undefined ? [] : (listed(listedNow) ?? []);
      if (id === undefined) throw new Unreachable('The agent listed no background work.');
      const wait = stage.start(conversation, sessionId, 'wait');
      await conversation.fence();
      conversation.notify('session/cancel', { sessionId });
      await wait.end();
      await conversation.fence();
      const isEnded = (): boolean => updates().some((update) => idOf(update) === id && isFinal(update));
      stage.check('CANCEL-10', !isEnded(), 'session/cancel has ended the background work.');
      const report = updates().find(
        (update) => idOf(update) === id && isFields(fieldsOf(update['capabilities'])['cancel']),
      );
      if (report !== undefined) {
        const isCall = 'toolCallId' in report;
        const target = isCall ? { toolCallId: id } : { terminalId: id };
        await conversation.request(isCall ? 'tool_call/cancel' : 'terminal/cancel', { sessionId, ...target });
        await conversation.until(
          () => isEnded() || listed(states().findLast(listed) ?? {})?.includes(id) === false,
          'the cancelled background work did not end',
        );
        await conversation.fence();
      }
      const fault = orderFault(updates());
      stage.check('LIFE-20', fault === undefined, fault ?? '');
      const since = states().findIndex((state) => listed(state) !== undefined);
      const missing = states()
        .slice(since)
        .filter((state) => listed(state) === undefined);
      stage.check('LIFE-19', missing.length === 0, `${missing.length} later states do not list the background work.`);
    },
  },
];
