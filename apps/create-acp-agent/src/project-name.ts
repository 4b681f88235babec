/** The name of the package of a project, from that of its folder. */
import { basename } from 'node:path';

import { CreateError } from './create-error.ts';

const maxLength = 214;

/** On Windows no file or folder can have such a name. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/u;

/** Returns the name for a project in `folder`; throws if npm would not accept it. */
export function projectName(folder: string): string {
  const name = basename(folder);
  if (/^[a-z0-9][a-z0-9._-]*$/u.test(name) && name.length <= maxLength && isUsable(name)) return name;
  const proposal = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replaceAll(/^[._-]+|[._-]+$/gu, '')
    .slice(0, maxLength);
  const advice = proposal === '' || !isUsable(proposal) ? 'my-agent' : proposal;
  if (device.test(name))
    throw new CreateError(
      `${JSON.stringify(name)} is the name of a device on Windows. Take a folder such as ${advice}.`,
    );
  throw new CreateError(
    `${JSON.stringify(name)} cannot be the name of a package: it begins with a lower-case letter or a digit, has only ` +
      `those, "-", "." and "_", and does not end with ".". Take a folder such as ${advice}.`,
  );
}

/** A name that works on every system, also where a colleague checks the project out. */
function isUsable(name: string): boolean {
  return !reserved.has(name) && !device.test(name) && !name.endsWith('.');
}

/** npm refuses the first two; a project with the name of something that it installs cannot install it. */
const reserved = new Set(['node_modules', 'favicon.ico', 'happy-dom', 'react', 'react-dom', 'typescript', 'vite']);
