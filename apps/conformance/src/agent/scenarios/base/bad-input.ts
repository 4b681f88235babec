/** Bad input: what is not JSON, what is no message, arrays, and ids. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import {
  answersTo,
  describeReply,
  failureOf,
  invalidRequest,
  isRefusal,
  methodNotFound,
  parseError,
  reactionsTo,
  shown,
} from './reactions.ts';

/** Texts that are not JSON; the last one is nested so deeply that a careless parser overflows its stack. */
const noJson: readonly string[] = ['{"jsonrpc":"2.0",', 'hello', '{"a":1}}', '[1,', '"\\x"', '['.repeat(20_000)];

/** JSON that is no message; the last one is nested deeply. */
const noMessages: readonly unknown[] = [{ no: 'message' }, 7, 'text', null, true, { jsonrpc: '2.0' }, nested(200)];

/** The same, with an id that a response may repeat. */
const noMessagesWithId: readonly unknown[] = [{ jsonrpc: '2.0', id: 'no-method', method: 5 }];

function nested(depth: number): unknown {
  let value: Fields = {};
  for (let level = 0; level < depth; level += 1) value = { deep: value };
  return value;
}

const isOneRefusal = (answers: readonly Fields[]): boolean =>
  answers.length === 1 && answers.every((each) => isRefusal(each, invalidRequest));

const unknown = { jsonrpc: '2.0', method: '_conformance/unknown', params: {} };

const request = (id: string): Fields => ({ ...unknown, id });

/** Sends each text, and expects exactly one refusal; the connection must stay usable. */
async function refusesEach(
  stage: AgentStage,
  conversation: Conversation,
  expected: {
    readonly rule: string;
    readonly code: number;
    readonly texts: readonly string[];
    readonly mayHaveId?: boolean;
  },
): Promise<void> {
  const { rule, code, texts, mayHaveId = false } = expected;
  for (const text of texts) {
    const name = `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
    let isRefused = false;
    const failure = await failureOf(async () => {
      const answers = await answersTo(conversation, () => conversation.sendText(text));
      isRefused = answers.length === 1 && answers.every((each) => isCode(each, code, mayHaveId));
      stage.check(rule, isRefused, `${name} was answered with ${shown(answers)} instead of one ${code}.`);
    });
    if (failure !== undefined) stage.check(rule, false, `After ${name}, ${failure}`);
    // One is enough, and the others would be waited for as well.
    if (!isRefused) return;
  }
}

const isCode = (response: Fields, code: number, mayHaveId: boolean): boolean =>
  isRefusal(response, code) || (mayHaveId && fieldsOf(response['error'])['code'] === code);

/** The scenarios about bad input. */
export const badInputScenarios: readonly AgentScenario[] = [
  {
    name: 'bad-input/no-json',
    about: 'Sends texts that are not JSON, and JSON that is no message.',
    versions: [1, 2],
    decides: ['GEN-10', 'GEN-11'],
    run: async (stage) => {
      await refusesEach(stage, await stage.shared(), { rule: 'GEN-10', code: parseError, texts: noJson });
      const conversation = await stage.shared();
      const texts = noMessages.map((each) => JSON.stringify(each));
      await refusesEach(stage, conversation, { rule: 'GEN-11', code: invalidRequest, texts });
      if (conversation.ended !== undefined) return;
      const withId = noMessagesWithId.map((each) => JSON.stringify(each));
      await refusesEach(stage, conversation, { rule: 'GEN-11', code: invalidRequest, texts: withId, mayHaveId: true });
    },
  },
  {
    name: 'bad-input/array-in-version-1',
    about: 'Sends an array of requests.',
    versions: [1],
    decides: ['GEN-12'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const array = [request('entry-1'), request('entry-2')];
      const failure = await failureOf(async () => {
        const answers = await answersTo(conversation, () => conversation.send(array));
        stage.check(
          'GEN-12',
          isOneRefusal(answers),
          `An array was answered with ${shown(answers)} instead of one -32600.`,
        );
      });
      if (failure !== undefined) stage.check('GEN-12', false, `After an array, ${failure}`);
    },
  },
  {
    name: 'bad-input/array-in-version-2',
    about: 'Sends arrays of requests, notifications and nonsense.',
    versions: [2],
    decides: ['GEN-12b'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.shared();
      const failure = await failureOf(async () => {
        const none = await answersTo(conversation, () => conversation.send([]));
        stage.check('GEN-12b', isOneRefusal(none), `[] was answered with ${shown(none)} instead of one -32600.`);
        const silent = await reactionsTo(conversation, () => conversation.send([unknown, unknown]));
        const isStrict = isOneRefusal(silent);
        stage.check(
          'GEN-12b',
          silent.length === 0 || isStrict,
          `An array of notifications was answered with ${shown(silent)}.`,
        );
        const since = conversation.log.length;
        const mixed = await answersTo(
          conversation,
          () => conversation.send([request('entry-1'), unknown, 7, request('entry-2')]),
          (answers) => answers.length > (isStrict ? 0 : 2),
        );
        const arrays = conversation.received(since).filter(({ value }) => Array.isArray(value));
        const isRight = isStrict ? isOneRefusal(mixed) : arrays.length === 1 && isReplyToMixed(mixed);
        stage.check('GEN-12b', isRight, `An array of two requests was answered with ${shown(mixed)}.`);
      });
      if (failure !== undefined) stage.check('GEN-12b', false, `After an array, ${failure}`);
    },
  },
  {
    name: 'bad-input/ids-of-version-1',
    about: 'Sends requests with ids of every kind, and compares those of the responses.',
    versions: [1],
    decides: ['GEN-15'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.shared();
      for (const id of ['a', '', '7', 7, 0, -1, Number.MAX_SAFE_INTEGER, null]) {
        const [answer, ...more] = await answersTo(conversation, () => conversation.send({ ...unknown, id }));
        stage.check(
          'GEN-15',
          answer?.['id'] === id && fieldsOf(answer['error'])['code'] === methodNotFound && more.length === 0,
          `A request with the id ${JSON.stringify(id)} was answered with ${shown(answer === undefined ? [] : [answer])}.`,
        );
      }
    },
  },
  {
    name: 'bad-input/ids-of-version-2',
    about: 'Sends requests whose id is null or a fraction.',
    versions: [2],
    decides: ['GEN-14'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const texts = [null, 1.5].map((id) => JSON.stringify({ ...unknown, id }));
      await refusesEach(stage, await stage.shared(), { rule: 'GEN-14', code: invalidRequest, texts });
    },
  },
  {
    name: 'bad-input/large-messages',
    about: 'Sends a request of one megabyte, and one whose params are nested deeply.',
    versions: [1, 2],
    decides: ['GEN-07'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.shared();
      for (const params of [{ text: 'x'.repeat(1_000_000) }, { deep: nested(200) }]) {
        const failure = await failureOf(async () => {
          const reply = await conversation.request('_conformance/unknown', params);
          // Limits are allowed, with errors of their own.
          stage.check('GEN-07', reply.error !== undefined, `A large request ${describeReply(reply)}.`);
        });
        if (failure !== undefined) stage.check('GEN-07', false, `After a large request, ${failure}`);
      }
    },
  },
];

/** One response to each request and to the entry that is no message, none to the notification. */
function isReplyToMixed(answers: readonly Fields[]): boolean {
  const ids = answers.map(({ id }) => JSON.stringify(id)).toSorted();
  if (JSON.stringify(ids) !== JSON.stringify(['"entry-1"', '"entry-2"', 'null'])) return false;
  return answers.every(({ id, error }) => fieldsOf(error)['code'] === (id === null ? invalidRequest : methodNotFound));
}
