/** The name of the package of a project, from that of its folder. */
import { basename } from 'node:path';

import { CreateError } from './create-error.ts';

const maxLength = 214;

/** Returns the name for a project in `folder`; throws if npm would not accept it. */
export function projectName(folder: string): string {
  const name = basename(folder);
  if (/^[a-z0-9][a-z0-9._-]*$/u.test(name) && name.length <= maxLength && !reserved.has(name)) return name;
  const proposal = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replaceAll(/^[._-]+|[._-]+$/gu, '')
    .slice(0, maxLength);
  const advice = proposal === '' || reserved.has(proposal) ? 'my-agent' : proposal;
  throw new CreateError(
    `${JSON.stringify(name)} cannot be the name of a package: it begins with a lower-case letter or a digit, and has only ` +
      `those, "-", "." and "_". Take a folder such as ${advice}.`,
  );
}

/** npm refuses the first two; a project with the name of something that it installs cannot install it. */
const reserved = new Set(['node_modules', 'favicon.ico', 'happy-dom', 'react', 'react-dom', 'typescript', 'vite']);
