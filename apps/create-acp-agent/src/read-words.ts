/** The words of the command line. */
import { parseArgs } from 'node:util';

import { CreateError } from './create-error.ts';
import { templates } from './templates.ts';

/** What the command line asks for. */
export type Words =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'create'; readonly folder: string | undefined; readonly template: string | undefined };

/** Reads the command line; throws a `CreateError` for one that it does not understand. */
export function readWords(args: readonly string[]): Words {
  const { values, positionals } = parse(args);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  // Without "--", npm takes `--template` for itself and passes on only the word after it.
  const [folder, second, ...rest] = positionals;
  const template = values.template ?? second;
  if (rest.length > 0 || (values.template !== undefined && second !== undefined))
    throw new CreateError(
      `There are too many words: ${positionals.join(' ')}. Only the folder has no option before it.`,
    );
  if (folder === '') throw new CreateError('The folder is an empty word. Take a name such as my-agent.');
  if (template !== undefined) requireTemplate(template);
  return { kind: 'create', folder, template };
}

/** Throws if there is no such template. */
export function requireTemplate(name: string): void {
  if (!templates.has(name))
    throw new CreateError(
      `There is no template ${JSON.stringify(name)}; there are ${[...templates.keys()].join(', ')}.`,
    );
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new CreateError(`${sentence.replace(/\.$/u, '')}; --help lists the options.`, { cause: error });
  }
}
