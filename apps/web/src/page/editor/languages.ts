/** The languages of files: their names for agents, and their grammars, which are loaded when a file needs one. */
import type { LanguageSupport, StreamParser } from '@codemirror/language';

import { nameOf } from '../paths/file-path.ts';

type Load = () => Promise<LanguageSupport>;

interface Language {
  /** As in the Language Server Protocol. */
  readonly id: string;
  readonly load?: Load;
}

const script =
  (options: { readonly jsx?: boolean; readonly typescript?: boolean }): Load =>
  async () =>
    (await import('@codemirror/lang-javascript')).javascript(options);

/** A grammar of the older form. */
const legacy =
  (parser: () => Promise<StreamParser<unknown>>): Load =>
  async () => {
    const { LanguageSupport, StreamLanguage } = await import('@codemirror/language');
    return new LanguageSupport(StreamLanguage.define(await parser()));
  };

const javascript: Language = { id: 'javascript', load: script({ jsx: true }) };
const json: Language = { id: 'json', load: async () => (await import('@codemirror/lang-json')).json() };
const markdown: Language = { id: 'markdown', load: async () => (await import('@codemirror/lang-markdown')).markdown() };
const html: Language = { id: 'html', load: async () => (await import('@codemirror/lang-html')).html() };
const css: Language = { id: 'css', load: async () => (await import('@codemirror/lang-css')).css() };
const python: Language = { id: 'python', load: async () => (await import('@codemirror/lang-python')).python() };
const rust: Language = { id: 'rust', load: async () => (await import('@codemirror/lang-rust')).rust() };
const typescript: Language = { id: 'typescript', load: script({ typescript: true }) };
const clike = () => import('@codemirror/legacy-modes/mode/clike');
const c: Language = { id: 'c', load: legacy(async () => (await clike()).c) };
const cpp: Language = { id: 'cpp', load: legacy(async () => (await clike()).cpp) };
const shell: Language = {
  id: 'shellscript',
  load: legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
};
const yaml: Language = {
  id: 'yaml',
  load: legacy(async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml),
};
const toml: Language = {
  id: 'toml',
  load: legacy(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
};
const plain: Language = { id: 'plaintext' };

/** By the ending of a name, or by a whole name. */
const languages: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['js', javascript],
  ['jsx', javascript],
  ['mjs', javascript],
  ['cjs', javascript],
  ['ts', typescript],
  ['mts', typescript],
  ['cts', typescript],
  ['tsx', { id: 'typescriptreact', load: script({ jsx: true, typescript: true }) }],
  ['json', json],
  ['jsonc', json],
  ['md', markdown],
  ['html', html],
  ['htm', html],
  ['svg', html],
  ['xml', { ...html, id: 'xml' }],
  ['css', css],
  ['py', python],
  ['rs', rust],
  ['c', c],
  ['h', c],
  ['cc', cpp],
  ['cpp', cpp],
  ['hpp', cpp],
  ['java', { id: 'java', load: legacy(async () => (await clike()).java) }],
  ['kt', { id: 'kotlin', load: legacy(async () => (await clike()).kotlin) }],
  ['cs', { id: 'csharp', load: legacy(async () => (await clike()).csharp) }],
  ['go', { id: 'go', load: legacy(async () => (await import('@codemirror/legacy-modes/mode/go')).go) }],
  ['rb', { id: 'ruby', load: legacy(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby) }],
  ['swift', { id: 'swift', load: legacy(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift) }],
  ['sql', { id: 'sql', load: legacy(async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL) }],
  ['sh', shell],
  ['bash', shell],
  ['zsh', shell],
  ['yml', yaml],
  ['yaml', yaml],
  ['toml', toml],
  [
    'Dockerfile',
    {
      id: 'dockerfile',
      load: legacy(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
    },
  ],
]);

/** The language of a file by its name; one without a name that is known is plain text. */
export function languageOf(path: string): Language {
  const name = nameOf(path);
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return languages.get(name) ?? languages.get(ending.toLowerCase()) ?? plain;
}
