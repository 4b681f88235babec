/** The commands that a client of version 1 runs for the agent. */
import { join } from 'node:path';

import { PeerSilent, Unreachable } from '../../conversation/failure.ts';
import { fieldsOf, isFields, type Reply } from '../../conversation/message.ts';
import type { ClientFacts } from '../client-facts.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import { describedReply } from '../replies.ts';

/** A program that prints a word, and runs until it is ended. */
const forever = 'console.log("ready"); setInterval(() => undefined, 1000)';

/** The value of a variable that no error may repeat. */
const secret = 'conformance-secret-4711';

const needsTerminals = (client: ClientFacts): string | undefined =>
  client.offers('terminal') ? undefined : 'It does not offer terminals.';

const create = (play: ClientPlay, program: string, more = {}): Promise<Reply> =>
  play.ask('terminal/create', { command: process.execPath, args: ['-e', program], ...more });

/** Starts a program of Node, and returns the id of its terminal. */
async function started(play: ClientPlay, program: string, more = {}): Promise<string> {
  const reply = await create(play, program, more);
  const { terminalId } = fieldsOf(reply.result);
  if (typeof terminalId === 'string') return terminalId;
  throw new Unreachable(`It started no command. ${describedReply(reply)}`);
}

/** The scenarios about terminals. */
export const terminalScenarios: readonly ClientScenario[] = [
  {
    name: 'terminals/output-and-exit',
    about: 'Runs commands to their end, and looks at their output and exit status.',
    versions: [1],
    decides: ['TERM-03', 'TERM-06', 'TERM-09', 'GEN-24'],
    needs: needsTerminals,
    run: async (stage) => {
      const play = await stage.prompted();
      const exiting = await started(play, 'process.exit(3)');
      const exit = await play.ask('terminal/wait_for_exit', { terminalId: exiting });
      stage.check(
        'TERM-06',
        fieldsOf(exit.result)['exitCode'] === 3,
        `A command that exits with 3: ${describedReply(exit)}`,
      );
      const printing = await started(play, 'process.stdout.write("a\\u00e9bc")', { outputByteLimit: 3 });
      await play.ask('terminal/wait_for_exit', { terminalId: printing });
      const printed = await play.ask('terminal/output', { terminalId: printing });
      const { output, truncated } = fieldsOf(printed.result);
      const isShort = typeof output === 'string' && 'aébc'.endsWith(output) && Buffer.byteLength(output) <= 3;
      stage.check(
        'TERM-03',
        isShort && truncated === true,
        `"aébc" with a limit of 3 bytes: ${describedReply(printed)}`,
      );
      await play.ask('terminal/release', { terminalId: printing });
      const gone = await play.ask('terminal/output', { terminalId: printing });
      stage.check('TERM-09', gone.error !== undefined, `After terminal/release: ${describedReply(gone)}`);
      const failed = await play.ask('terminal/create', {
        command: join(stage.folder, 'missing-program'),
        env: [{ name: 'CONFORMANCE_TOKEN', value: secret }],
      });
      if (failed.error === undefined) stage.notTested('GEN-24', 'It does not refuse a command that does not exist.');
      else
        stage.check(
          'GEN-24',
          !JSON.stringify(failed.error).includes(secret),
          'Its error repeats the value of a variable that was given to it.',
        );
      play.finish();
    },
  },
  {
    name: 'terminals/running',
    about: 'Starts a command that does not end, waits for it, and kills it.',
    versions: [1],
    decides: ['TERM-02', 'TERM-05', 'TERM-07', 'TERM-11'],
    needs: needsTerminals,
    run: async (stage) => {
      const play = await stage.prompted();
      const { conversation } = play;
      let terminalId: string;
      try {
        terminalId = await started(play, forever);
      } catch (error) {
        if (!(error instanceof PeerSilent)) throw error;
        stage.check('TERM-02', false, 'terminal/create was not answered while the command was running.');
        return;
      }
      stage.check('TERM-02', true, '');
      const running = await play.ask('terminal/output', { terminalId });
      const { output, exitStatus = null } = fieldsOf(running.result);
      stage.check(
        'TERM-05',
        typeof output === 'string' && exitStatus === null,
        `terminal/output of a command that runs: ${describedReply(running)}`,
      );
      const waiting = play.begin('terminal/wait_for_exit', { terminalId });
      await conversation.fence();
      await play.ask('terminal/kill', { terminalId });
      try {
        await conversation.reply(waiting);
        stage.check('TERM-11', true, '');
      } catch (error) {
        if (!(error instanceof PeerSilent)) throw error;
        stage.check('TERM-11', false, 'A pending terminal/wait_for_exit was not answered after terminal/kill.');
      }
      const after = await play.ask('terminal/output', { terminalId });
      stage.check('TERM-07', isFields(after.result), `terminal/output after terminal/kill: ${describedReply(after)}`);
      await play.ask('terminal/release', { terminalId });
      play.finish();
    },
  },
];
