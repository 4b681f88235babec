/** Plans and slash commands. */
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { toolCalls } from '../../tool-reports.ts';

const plans = ['plan', 'plan_update'];

/** The entries of an update of either version; undefined if it has none. */
function entriesOf(update: Fields): readonly Fields[] | undefined {
  const { entries } = isFields(update['plan']) ? update['plan'] : update;
  return Array.isArray(entries) ? entries.map(fieldsOf) : undefined;
}

const isEntry = ({ content, status }: Fields): boolean => typeof content === 'string' && typeof status === 'string';

const isPlanTool = (call: readonly Fields[]): boolean =>
  call.some(({ name, title }) => /plan|todo/iu.test(JSON.stringify([name, title]))) &&
  call.at(-1)?.['status'] === 'completed';

/** The scenarios about plans and commands. */
export const planScenarios: readonly AgentScenario[] = [
  {
    name: 'plans/reports',
    about: 'Has the agent make a plan of two steps, for a client without special support for plans.',
    versions: [1, 2],
    decides: ['PLAN-01', 'PLAN-02', 'PLAN-03', 'PLAN-04'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { updates } = await stage.prompt(conversation, sessionId, 'plan');
      const reported = updates.filter(({ sessionUpdate }) => plans.includes(String(sessionUpdate)));
      const isMade = [...toolCalls(updates).values()].some(isPlanTool);
      if (reported.length === 0 && !isMade) throw new Unreachable('The agent made no plan.');
      stage.check('PLAN-01', reported.length > 0, 'The agent made a plan with a tool, and did not report it.');
      if (reported.length === 0) return;
      const newer = updates.filter(({ sessionUpdate }) => /^plan_(?:update|removed)$/u.test(String(sessionUpdate)));
      stage.check('PLAN-03', newer.length === 0, 'The agent sent plan_update, which the client did not offer to take.');
      const lists = reported.flatMap((update) => entriesOf(update) ?? []);
      stage.check('PLAN-02', lists.every(isEntry), 'An entry of a plan has no content or no status.');
      const last = reported.map(entriesOf).findLast((entries) => entries !== undefined);
      if (last !== undefined)
        stage.check('PLAN-02', last.length >= 2, `The plan of two steps was reported with ${last.length} entries.`);
      const nameless = reported.filter(({ plan }) => typeof fieldsOf(plan)['planId'] !== 'string');
      stage.check('PLAN-04', nameless.length === 0, 'A plan has no planId.');
    },
  },
  {
    name: 'plans/files',
    about: 'Has the agent make a plan for a client that takes plans in files, and looks at their URIs.',
    versions: [1, 2],
    decides: ['PLAN-06'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const sessionId = await stage.session(conversation);
      const { updates } = await stage.prompt(conversation, sessionId, 'plan');
      const uris = updates.map(({ plan }) => fieldsOf(plan)['uri']).filter((uri) => uri !== undefined);
      if (uris.length === 0) throw new Unreachable('The agent reported no plan in a file.');
      for (const uri of uris) {
        const isRight = typeof uri === 'string' && URL.canParse(uri);
        stage.check('PLAN-06', isRight, `The URI of a plan is ${JSON.stringify(uri)}.`);
      }
    },
  },
  {
    name: 'commands/list',
    about: 'Looks at the commands that a session offers.',
    versions: [2],
    decides: ['CMD-03', 'CMD-04'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const { availableCommands, ...opened } = await stage.opened(conversation);
      const sessionId = String(opened['sessionId']);
      await stage.prompt(conversation, sessionId, 'say');
      const updates = conversation.updates(sessionId, ['available_commands_update']);
      const lists = [availableCommands, ...updates.map((update) => update['availableCommands'])]
        .filter((list) => Array.isArray(list))
        .map((list) => (list as readonly unknown[]).map(fieldsOf));
      if (lists.every((list) => list.length === 0)) throw new Unreachable('The agent offers no commands.');
      for (const list of lists) {
        const names = list.map(({ name }) => String(name));
        const isRight = names.every((name) => /^[^/\s]\S*$/u.test(name)) && new Set(names).size === names.length;
        stage.check('CMD-03', isRight, `The names of the commands are ${JSON.stringify(names)}.`);
        const untyped = list.find(
          ({ type, input }) => typeof type !== 'string' || (isFields(input) && typeof input['type'] !== 'string'),
        );
        stage.check('CMD-04', untyped === undefined, `A command has no type: ${JSON.stringify(untyped)}.`);
      }
    },
  },
];
