/** The files that a client of version 1 reads and writes for the agent, and that one of version 2 does not. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { fieldsOf, isFields } from '../../conversation/message.ts';
import type { ClientPlay } from '../client-play.ts';
import type { ClientScenario } from '../client-scenario.ts';
import type { ClientStage } from '../client-stage.ts';
import { describedReply } from '../replies.ts';

const notFound = -32_002;
const methodNotFound = -32_601;
const read = 'fs/read_text_file';
const write = 'fs/write_text_file';

/** Runs `check` with a file outside of the folder of the session, and a link to it inside. */
async function withOutside(stage: ClientStage, check: (file: string, link: string) => Promise<void>): Promise<void> {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'acp-outside-')));
  try {
    const [file, link] = [join(outside, 'secret.txt'), join(stage.folder, 'link.txt')];
    writeFileSync(file, 'secret\n');
    symlinkSync(file, link);
    await check(file, link);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
}

/** Runs `check` with a file in a folder whose path begins with that of the session. */
async function withSibling(folder: string, check: (file: string) => Promise<void>): Promise<void> {
  const sibling = `${folder}-beside`;
  mkdirSync(sibling);
  try {
    writeFileSync(join(sibling, 'secret.txt'), 'secret\n');
    await check(join(sibling, 'secret.txt'));
  } finally {
    rmSync(sibling, { recursive: true, force: true });
  }
}

async function checkLinks(stage: ClientStage, play: ClientPlay): Promise<void> {
  await withOutside(stage, async (file, link) => {
    const direct = await play.ask(read, { path: file });
    if (direct.error === undefined) {
      for (const rule of ['DIRS-10', 'FS-07'])
        stage.notTested(rule, 'It reads files outside of the folder of the session, so it enforces no boundary.');
      return;
    }
    const linked = await play.ask(read, { path: link });
    stage.check('DIRS-10', linked.error !== undefined, `A link out of the folder: ${describedReply(linked)}`);
    const detour = await play.ask(read, { path: `${stage.folder}/../${basename(dirname(file))}/${basename(file)}` });
    stage.check('FS-07', detour.error !== undefined, `A path through "..": ${describedReply(detour)}`);
    await withSibling(stage.folder, async (sibling) => {
      const beside = await play.ask(read, { path: sibling });
      stage.check('FS-07', beside.error !== undefined, `A folder whose name goes on: ${describedReply(beside)}`);
    });
  });
}

/** The scenarios about files. */
export const fileScenarios: readonly ClientScenario[] = [
  {
    name: 'files/read',
    about: 'Reads a file whole, in parts, one that is not there, and ones outside of the folder.',
    versions: [1],
    decides: ['FS-03', 'FS-06', 'FS-07', 'GEN-05', 'DIRS-10'],
    needs: (client) => (client.offers('fs.readTextFile') ? undefined : 'It does not offer fs.readTextFile.'),
    run: async (stage) => {
      const play = await stage.prompted();
      const path = join(stage.folder, 'notes.txt');
      const whole = await play.ask(read, { path });
      if (whole.error !== undefined) {
        for (const rule of ['FS-03', 'GEN-05']) stage.notTested(rule, `It refused to read: ${whole.error.message}`);
        play.finish();
        return;
      }
      const part = await play.ask(read, { path, line: 2, limit: 1 });
      const { content } = fieldsOf(part.result);
      for (const rule of ['FS-03', 'GEN-05'])
        stage.check(
          rule,
          typeof content === 'string' && content.trimEnd() === 'two',
          `Line 2 of "one, two, three" with the limit 1: ${describedReply(part)}`,
        );
      const missing = await play.ask(read, { path: join(stage.folder, 'missing.txt') });
      stage.check('FS-06', missing.error?.code === notFound, `A missing file: ${describedReply(missing)}`);
      await checkLinks(stage, play);
      play.finish();
    },
  },
  {
    name: 'files/write',
    about: 'Writes a file that does not exist.',
    versions: [1],
    decides: ['FS-04', 'FS-05'],
    needs: (client) => (client.offers('fs.writeTextFile') ? undefined : 'It does not offer fs.writeTextFile.'),
    run: async (stage) => {
      const play = await stage.prompted();
      const path = join(stage.folder, 'new.txt');
      const reply = await play.ask(write, { path, content: 'new\n' });
      play.finish();
      if (reply.error !== undefined && reply.error.code !== notFound) {
        for (const rule of ['FS-04', 'FS-05']) stage.notTested(rule, `It refused to write: ${reply.error.message}`);
        return;
      }
      const isWritten = existsSync(path) && readFileSync(path, 'utf8') === 'new\n';
      stage.check('FS-04', isWritten, `The file was not written. ${describedReply(reply)}`);
      const { result } = reply;
      const isEmpty = result === null || (isFields(result) && Object.keys(result).every((key) => key === '_meta'));
      stage.check('FS-05', reply.error === undefined && isEmpty, describedReply(reply));
    },
  },
  {
    name: 'files/none-in-version-2',
    about: 'Asks for files and commands, which a client of version 2 does not serve.',
    versions: [2],
    decides: ['FS-08', 'TERM-12'],
    run: async (stage) => {
      const play = await stage.prompted();
      const path = join(stage.folder, 'notes.txt');
      const files = [await play.ask(read, { path }), await play.ask(write, { path, content: '' })];
      const served = files.find(({ error }) => error?.code !== methodNotFound);
      stage.check('FS-08', served === undefined, served === undefined ? '' : describedReply(served));
      const created = await play.ask('terminal/create', { command: process.execPath, args: ['--version'] });
      stage.check('TERM-12', created.error?.code === methodNotFound, describedReply(created));
      play.finish();
    },
  },
];
