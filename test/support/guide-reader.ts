/** A reader of the guides: a home with a checkout in it, `acp` as a command, and a folder to work in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { acpProgram, acpUser, type AcpUser } from './acp-program.ts';
import { repository } from './checkout.ts';

const listedFlorist = {
  id: 'florist',
  name: 'The florist',
  version: '1.0.0',
  description: 'Talks of roses',
  license: 'MIT',
  distribution: { npx: { package: 'florist-agent@1.0.0', args: ['--acp'] } },
};

/** A folder as the guides speak of, in which `acp` is a command. */
export function gardener(): AcpUser {
  const user = acpUser();
  copyFileSync(join(repository, 'examples/florist/florist.mjs'), join(user.project, 'florist.mjs'));
  copyFileSync(join(repository, 'examples/tools-in-one-file/my-tools.mjs'), join(user.project, 'my-tools.mjs'));
  writeFileSync(join(user.project, 'roses.txt'), 'red\nwhite\n');
  const checkout = join(user.home, 'acp-stack');
  const bin = join(checkout, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(repository, 'examples'), join(checkout, 'examples'));
  writeFileSync(join(bin, 'acp'), `#!/bin/sh\nexec "${process.execPath}" "${acpProgram}" "$@"\n`);
  // The registry lists the agent as a package, which this stand-in starts.
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nexec "${process.execPath}" "${join(user.project, 'florist.mjs')}"\n`);
  for (const name of ['acp', 'npx']) chmodSync(join(bin, name), 0o755);
  mkdirSync(join(user.project, 'registry', 'florist'), { recursive: true });
  writeFileSync(join(user.project, 'registry', 'florist', 'agent.json'), JSON.stringify(listedFlorist));
  return user;
}

/** An empty folder, in which `acp` is a command. */
export function newcomer(): AcpUser {
  const user = gardener();
  for (const name of readdirSync(user.project)) rmSync(join(user.project, name), { recursive: true });
  return user;
}

/** The PATH of a reader. */
export const pathOf = ({ env, home }: AcpUser): string => [join(home, 'acp-stack', 'bin'), env['PATH']].join(delimiter);

/** What a line of the shell prints, on stdout and stderr. */
export async function shell(command: string, user: AcpUser): Promise<string> {
  const { env, project } = user;
  const child = spawn('sh', ['-c', `{ ${command}\n} 2>&1`], { cwd: project, env: { ...env, PATH: pathOf(user) } });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stdin.end();
  await once(child, 'close');
  return printed;
}
