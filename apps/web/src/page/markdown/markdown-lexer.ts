/**
 * Markdown as tokens, with marked's lexer.
 *
 * Nothing in a later block can change how an earlier one is read: a definition of a link is one block, as CommonMark
 * says, and never reaches over an empty line.
 */
import { Lexer, Tokenizer, type Token, type Tokens } from 'marked';

/** Addresses by the label that refers to them, as in `[label]: address`. */
export type LinkDefinitions = Readonly<Record<string, { readonly href: string; readonly title: string | undefined }>>;

export const noDefinitions: LinkDefinitions = Object.freeze(Object.create(null) as LinkDefinitions);

const tokenizer = new Tokenizer();
const readDefinition = tokenizer.def.bind(tokenizer);
tokenizer.def = (source) => {
  const definition = readDefinition(source);
  return definition !== undefined && /\n[ \t]*\n/u.test(definition.raw.trimEnd()) ? undefined : definition;
};

const options = { gfm: true, tokenizer };

/** The blocks of a text, without their inner parts. Text that the lexer cannot read is one paragraph. */
export function blockTokens(source: string): readonly Token[] {
  try {
    return new Lexer(options).blockTokens(source, []);
  } catch {
    return [plainParagraph(source)];
  }
}

/** The blocks of a text with their inner parts. */
export function tokensOf(source: string, definitions: LinkDefinitions = noDefinitions): readonly Token[] {
  try {
    const lexer = new Lexer(options);
    Object.assign(lexer.tokens.links, definitions);
    return lexer.lex(source);
  } catch {
    return [plainParagraph(source)];
  }
}

/** Very deep nesting, for example, is shown as it is written. */
function plainParagraph(source: string): Tokens.Paragraph {
  const text: Tokens.Escape = { type: 'escape', raw: source, text: source };
  return { type: 'paragraph', raw: source, text: source, tokens: [text] };
}
