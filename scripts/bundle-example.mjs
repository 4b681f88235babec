/** Puts an example into a single file of JavaScript. */
import { basename, dirname, isAbsolute, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

import { rolldown } from 'rolldown';

/**
 * Writes the example in `source` to `file`; what is wrong with it is the result, as a sentence that begins with the
 * name of a file beside it.
 */
export async function bundleExample(source, file) {
  const build = await rolldown({
    input: source,
    // Packages are those of the checkout; one that was put into the file would be there twice. The bundler's own one is
    // for syntax that this Node may not have.
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@oxc-project/'),
    platform: 'node',
    transform: { target: 'es2022', define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) } },
    tsconfig: false,
  });
  try {
    const { output } = await build.write({ file, format: 'esm', codeSplitting: false });
    if (output[0].exports.includes('main')) return undefined;
    return `${basename(source)} has nothing to run; give it an \`export async function main()\``;
  } catch (error) {
    const [{ message, loc } = error] = error.errors ?? [];
    // Painted, and with the place below; the first line is the sentence.
    const [words] = stripVTControlCharacters(message)
      .replace(/^\[\w+\] /u, '')
      .split('\n');
    const place =
      loc === undefined ? basename(source) : `${relative(dirname(source), loc.file)}:${loc.line}:${loc.column + 1}`;
    return `${place} cannot be compiled: ${words.replace(/\.$/u, '')}; mend it, and run it again`;
  } finally {
    await build.close();
  }
}
