/** Tool calls: how they are reported, what they show, and that single ones can be cancelled. */
import { isAbsolute } from 'node:path';

import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { isFinal, statusesOf, terminals, toolCalls, toolContent } from '../../tool-reports.ts';

const invalidParams = -32_602;
const methodNotFound = -32_601;

const isPlace = ({ path, line }: Fields): boolean =>
  typeof path === 'string' &&
  isAbsolute(path) &&
  (line === undefined || line === null || (typeof line === 'number' && line >= 1));

const isChange = ({ operation, path, oldPath }: Fields): boolean =>
  typeof path === 'string' &&
  isAbsolute(path) &&
  (operation === 'move' || operation === 'copy'
    ? typeof oldPath === 'string' && isAbsolute(oldPath)
    : oldPath === undefined || oldPath === null || (typeof oldPath === 'string' && isAbsolute(oldPath)));

const isBase64 = (data: unknown): boolean =>
  typeof data === 'string' && data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/u.test(data);

/** An id that has ended in one of the first reports and is used again in later ones. */
function usedAgain(
  before: ReadonlyMap<string, readonly Fields[]>,
  after: ReadonlyMap<string, readonly Fields[]>,
): string | undefined {
  return [...before].find(([id, reports]) => reports.some(isFinal) && after.has(id))?.[0];
}

/** The scenarios about tool calls. */
export const toolCallScenarios: readonly AgentScenario[] = [
  {
    name: 'tool-calls/reports',
    about: 'Has a file read twice, and looks at how the tool calls are reported.',
    versions: [1, 2],
    decides: ['TOOL-02', 'TOOL-06', 'TOOL-08', 'TOOL-22', 'TOOL-23'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const runs = [];
      for (const _ of ['first', 'second']) runs.push(await stage.prompt(conversation, sessionId, 'read-file'));
      const [first, second] = runs.map(({ updates }) => toolCalls(updates));
      const calls = runs.flatMap(({ updates }) => [...toolCalls(updates).values()]);
      if (first === undefined || second === undefined || first.size === 0 || second.size === 0) {
        for (const rule of ['TOOL-02', 'TOOL-06', 'TOOL-08', 'TOOL-22', 'TOOL-23'])
          stage.notTested(rule, 'The agent reported no tool call when it was asked to read a file.');
        return;
      }
      const again = usedAgain(first, second);
      stage.check('TOOL-02', again === undefined, `The id ${again ?? ''} was used for two tool calls.`);
      const untitled = calls.find(([report]) => typeof report?.['title'] !== 'string');
      stage.check('TOOL-06', untitled === undefined, 'The first report of a tool call has no title.');
      for (const call of calls) {
        const statuses = statusesOf(call);
        const isRight = statuses.includes('in_progress') && isFinal({ status: statuses.at(-1) });
        stage.check('TOOL-08', isRight, `The statuses of a tool call were ${JSON.stringify(statuses)}.`);
      }
      const named = calls.filter((call) => call.some(({ name }) => typeof name === 'string'));
      if (named.length === 0) stage.notTested('TOOL-22', 'The agent does not send the names of its tools.');
      const late = named.filter(([report]) => typeof report?.['name'] !== 'string');
      if (named.length > 0)
        stage.check('TOOL-22', late.length === 0, 'The name of a tool was sent, but not with the first report.');
      const places = calls.flat().flatMap(({ locations }) => (Array.isArray(locations) ? locations.map(fieldsOf) : []));
      if (places.length === 0) stage.notTested('TOOL-23', 'The agent reported no locations.');
      for (const place of places) stage.check('TOOL-23', isPlace(place), `A location is ${JSON.stringify(place)}.`);
    },
  },
  {
    name: 'tool-calls/diffs-of-version-1',
    about: 'Has a file written, and looks at the diffs in its tool call.',
    versions: [1],
    decides: ['TOOL-09'],
    run: async (stage) => {
      const diffs = await writtenDiffs(stage);
      if (diffs.length === 0) stage.notTested('TOOL-09', 'The agent sent no diff when it was asked to write a file.');
      for (const { path, newText, oldText } of diffs) {
        const isRight =
          typeof path === 'string' &&
          isAbsolute(path) &&
          typeof newText === 'string' &&
          (oldText === undefined || oldText === null || typeof oldText === 'string');
        stage.check('TOOL-09', isRight, `A diff is of ${JSON.stringify({ path, newText, oldText })}.`);
      }
    },
  },
  {
    name: 'tool-calls/diffs',
    about: 'Has a file written, and looks at the changes and the patch in its tool call.',
    versions: [2],
    decides: ['TOOL-11', 'TOOL-12'],
    run: async (stage) => {
      const diffs = await writtenDiffs(stage);
      if (diffs.length === 0)
        for (const rule of ['TOOL-11', 'TOOL-12'])
          stage.notTested(rule, 'The agent sent no diff when it was asked to write a file.');
      for (const { changes, patch } of diffs) {
        const all = Array.isArray(changes) ? changes.map(fieldsOf) : undefined;
        const isRight = all !== undefined && all.every(isChange);
        stage.check('TOOL-11', isRight, `The changes of a diff are ${JSON.stringify(changes)}.`);
        const { format, text } = fieldsOf(patch);
        const isPatch = format === 'git_patch' && typeof text === 'string' && text.startsWith('diff --git ');
        stage.check('TOOL-12', isPatch, `The patch of a diff is ${JSON.stringify(patch)}.`);
      }
    },
  },
  {
    name: 'tool-calls/terminals',
    about: 'Has a command run twice, and looks at the terminals of the agent.',
    versions: [2],
    decides: ['TOOL-15', 'TOOL-16'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const first = await stage.prompt(conversation, sessionId, 'run-command');
      const second = await stage.prompt(conversation, sessionId, 'run-command');
      const [before, after] = [terminals(first.updates), terminals(second.updates)];
      if (before.size === 0 || after.size === 0) {
        for (const rule of ['TOOL-15', 'TOOL-16'])
          stage.notTested(rule, 'The agent reported no terminal when it was asked to run a command.');
        return;
      }
      const again = usedAgain(before, after);
      stage.check('TOOL-15', again === undefined, `The id ${again ?? ''} was used for two terminals.`);
      const output = [...first.updates, ...second.updates]
        .filter(({ sessionUpdate }) => String(sessionUpdate).startsWith('terminal_'))
        .map((update) => (isFields(update['output']) ? update['output']['data'] : update['data']))
        .filter((data) => data !== undefined);
      if (output.length === 0) stage.notTested('TOOL-16', 'The agent reported no output of a terminal.');
      for (const data of output)
        stage.check('TOOL-16', isBase64(data), `The output of a terminal is ${JSON.stringify(data)}.`);
    },
  },
  {
    name: 'tool-calls/cancelled-alone',
    about: 'Cancels tool calls and terminals that are unknown, have ended, or run.',
    versions: [2],
    decides: ['TOOL-19', 'TOOL-20'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const unknown = { sessionId, toolCallId: 'conformance-unknown' };
      const { error } = await conversation.request('tool_call/cancel', unknown);
      if (error?.code === methodNotFound) {
        for (const rule of ['TOOL-19', 'TOOL-20']) stage.notOffered(rule, 'It does not offer tool_call/cancel.');
        return;
      }
      const found = `The cancellation of an unknown tool call was answered with ${JSON.stringify(error ?? 'a result')}.`;
      stage.check('TOOL-19', error?.code === invalidParams, found);
      const work = stage.start(conversation, sessionId, 'run-long-command');
      const call = await conversation.until(
        () =>
          conversation
            .updates(sessionId, ['tool_call_update', 'terminal_update', 'state_update'], work.since)
            .find(({ capabilities, state }) => isFields(fieldsOf(capabilities)['cancel']) || state === 'idle'),
        'the agent reported no tool call that can be cancelled',
      );
      if (call['sessionUpdate'] === 'state_update') {
        stage.notTested('TOOL-20', 'The agent reported no tool call that can be cancelled.');
        return;
      }
      const { toolCallId, terminalId } = call;
      const isCall = call['sessionUpdate'] === 'tool_call_update';
      const [method, target] = isCall ? ['tool_call/cancel', { toolCallId }] : ['terminal/cancel', { terminalId }];
      const reply = await conversation.request(method, { sessionId, ...target });
      const ends = (): boolean =>
        conversation
          .updates(sessionId, [String(call['sessionUpdate'])], work.since)
          .some(
            (update) =>
              isFinal(update) && (isCall ? update['toolCallId'] === toolCallId : update['terminalId'] === terminalId),
          );
      if (reply.error === undefined) {
        const isConfirmed = await conversation.until(ends, '').catch(() => false);
        stage.check('TOOL-20', isConfirmed, 'A cancellation was accepted, and no final status followed.');
      } else stage.check('TOOL-20', false, `A running tool call was not cancelled: ${reply.error.message}`);
      conversation.notify('session/cancel', { sessionId });
      await work.end();
    },
  },
];

/** The diffs that an agent sends when it is asked to write a file. */
async function writtenDiffs(stage: Parameters<AgentScenario['run']>[0]): Promise<readonly Fields[]> {
  const conversation = await stage.shared();
  const sessionId = await stage.session(conversation);
  const { updates, since } = await stage.prompt(conversation, sessionId, 'write-file');
  const asked = conversation
    .requests('session/request_permission', since)
    .map(({ params }) => ({ sessionUpdate: 'tool_call_update', ...stage.dialect.toolCallIn(fieldsOf(params)) }));
  return toolContent([...updates, ...asked]).filter(({ type }) => type === 'diff');
}
