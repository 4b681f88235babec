/** Reads a container file as far as tests need it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from './checkout.ts';

/** One instruction, such as `USER` with `node`. */
export interface Instruction {
  readonly name: string;
  readonly value: string;
}

const known = new Set(
  'FROM ARG WORKDIR COPY RUN ENV VOLUME USER EXPOSE HEALTHCHECK ENTRYPOINT CMD LABEL SHELL STOPSIGNAL'.split(' '),
);

/** The instructions of a container file; throws at a line that is none. */
export function instructionsOf(path: string): Instruction[] {
  const lines = readFileSync(join(repository, path), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:#.*)?$/u.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/gu, '')
    .split('\n');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.+)$/u.exec(line) ?? [];
    if (!known.has(name)) throw new Error(`${path}: ${line} is no instruction.`);
    return { name, value };
  });
}
