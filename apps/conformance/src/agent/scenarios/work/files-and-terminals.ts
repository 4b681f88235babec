/** The files and terminals of the client: used only if they are offered, and as the protocol says. */
import { isAbsolute } from 'node:path';

import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { ClientMachine } from '../../client-machine.ts';
import { happensSoon } from '../../happens-soon.ts';
import { statusesOf, toolCalls, toolContent } from '../../tool-reports.ts';

/** Whether a number of lines is left out, or a whole number from `least` on. */
const isCount = (value: unknown, least: number): boolean =>
  value === undefined || value === null || (Number.isInteger(value) && (value as number) >= least);

/** The scenarios about files and terminals of the client. */
export const machineScenarios: readonly AgentScenario[] = [
  {
    name: 'machine/not-offered',
    about: 'Has files read and written and a command run for a client that offers neither files nor terminals.',
    versions: [1, 2],
    decides: ['FS-01', 'FS-08', 'TERM-01', 'TERM-12'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const since = conversation.log.length;
      let calls = 0;
      for (const behaviour of ['read-file', 'write-file', 'run-command'] as const) {
        const { updates } = await stage.prompt(conversation, sessionId, behaviour);
        calls += toolCalls(updates).size;
      }
      await conversation.fence();
      const methods = conversation.requests(undefined, since).map(({ method }) => String(method));
      const uses = (prefix: string): string | undefined => methods.find((method) => method.startsWith(prefix));
      const gates = [
        ['FS-01', 'fs/'],
        ['FS-08', 'fs/'],
        ['TERM-01', 'terminal/'],
        ['TERM-12', 'terminal/'],
      ] as const;
      for (const [rule, prefix] of gates) {
        const used = uses(prefix);
        if (used === undefined && calls === 0) stage.notTested(rule, 'The agent did nothing with files or commands.');
        else stage.check(rule, used === undefined, `The agent sent ${used ?? ''}, which was not offered.`);
      }
    },
  },
  {
    name: 'machine/read-files',
    about: 'Has a file read by the client, and looks at the lines that are asked for.',
    versions: [1],
    decides: ['FS-03'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      void new ClientMachine(conversation, stage.folder);
      const sessionId = await stage.session(conversation);
      const { since } = await stage.prompt(conversation, sessionId, 'read-file');
      const reads = conversation.requests('fs/read_text_file', since).map(({ params }) => fieldsOf(params));
      if (reads.length === 0) throw new Unreachable('The agent did not read the file with fs/read_text_file.');
      for (const { line, limit } of reads) {
        const isRight = isCount(line, 1) && isCount(limit, 0);
        stage.check('FS-03', isRight, `Lines were asked for with ${JSON.stringify({ line, limit })}.`);
      }
    },
  },
  {
    name: 'machine/written-files',
    about: 'Answers writes with null and with an object, which both mean that the file is written.',
    versions: [1],
    decides: ['FS-05'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const machine = new ClientMachine(conversation, stage.folder);
      const sessionId = await stage.session(conversation);
      for (const written of [{}, null]) {
        machine.written = written;
        const { updates, since, stopReason } = await stage.prompt(conversation, sessionId, 'write-file');
        if (conversation.requests('fs/write_text_file', since).length === 0)
          throw new Unreachable('The agent did not write the file with fs/write_text_file.');
        const last = [...toolCalls(updates).values()].map((call) => statusesOf(call).at(-1));
        stage.check(
          'FS-05',
          !last.includes('failed') && typeof stopReason === 'string',
          `A write that was answered with ${JSON.stringify(written)} failed.`,
        );
      }
    },
  },
  {
    name: 'machine/terminals',
    about: 'Has a command run in a terminal of the client.',
    versions: [1],
    decides: ['TERM-04', 'TERM-08', 'TOOL-13'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const machine = new ClientMachine(conversation, stage.folder);
      const sessionId = await stage.session(conversation);
      const { updates } = await stage.prompt(conversation, sessionId, 'run-command');
      const { terminals } = machine;
      const shown = toolContent(updates).filter(({ type }) => type === 'terminal');
      const stranger = shown.find(({ terminalId }) => !terminals.some(({ id }) => id === terminalId));
      if (shown.length > 0)
        stage.check('TOOL-13', stranger === undefined, `A tool call shows ${JSON.stringify(stranger)}, which is none.`);
      else stage.notTested('TOOL-13', 'The agent showed no terminal in a tool call.');
      if (terminals.length === 0) throw new Unreachable('The agent ran no command with terminal/create.');
      for (const { cwd } of terminals.map(({ params }) => params)) {
        const isRight = cwd === undefined || cwd === null || (typeof cwd === 'string' && isAbsolute(cwd));
        stage.check('TERM-04', isRight, `The cwd of terminal/create is ${JSON.stringify(cwd)}.`);
      }
      await conversation.fence();
      const areReleased = (): boolean => terminals.every(({ isReleased }) => isReleased);
      // A terminal may outlive its turn, but not the next one as well.
      if (!areReleased()) {
        await stage.prompt(conversation, sessionId, 'say');
        await happensSoon(conversation, areReleased);
      }
      const kept = terminals.filter(({ isReleased }) => !isReleased);
      stage.check(
        'TERM-08',
        kept.length === 0,
        `${kept.length} terminals whose commands have ended were not released.`,
      );
    },
  },
  {
    name: 'machine/cancelled-terminal',
    about: 'Cancels a turn that waits for a command in a terminal of the client.',
    versions: [1],
    decides: ['CANCEL-19'],
    run: async (stage) => {
      const conversation = await stage.shared(stage.dialect.everything);
      const machine = new ClientMachine(conversation, stage.folder);
      const sessionId = await stage.session(conversation);
      const work = stage.start(conversation, sessionId, 'run-long-command');
      const wait = await conversation.until(
        () => conversation.requests('terminal/wait_for_exit', work.since).at(0) ?? (work.isOver() && ('over' as const)),
        'terminal/wait_for_exit was not sent',
      );
      if (wait === 'over') throw new Unreachable('The agent did not wait for a command in a terminal.');
      conversation.notify('session/cancel', { sessionId });
      await work.end();
      const isTakenBack = await happensSoon(conversation, () =>
        conversation
          .notifications('$/cancel_request', work.since)
          .some(({ params }) => fieldsOf(params)['requestId'] === wait['id']),
      );
      stage.check('CANCEL-19', isTakenBack, 'terminal/wait_for_exit of the cancelled turn was not cancelled.');
      const isReleased = await happensSoon(conversation, () => machine.terminals.every((each) => each.isReleased));
      stage.check('CANCEL-19', isReleased, 'The terminal of the cancelled turn was not released.');
    },
  },
];
