/** The inner parts of a block: text, emphasis, code, links. Every token becomes an element of ours, never markup. */
import type { Token, Tokens } from 'marked';
import type { ReactNode } from 'react';

import { decodeEntities } from './entities.ts';
import { FileText, TextLink } from './link.tsx';
import { fileInCode, filesInText, safeAddress } from './safe-address.ts';

/** The children of a token. */
export const innerOf = (token: Token): readonly Token[] =>
  (token as { readonly tokens?: readonly Token[] }).tokens ?? [];

/** Draws inline tokens. */
export function Inline({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  // The places of tokens in their block are stable while text is added at its end.
  return tokens.map((token, index) => <InlineToken key={index} token={token} />);
}

function InlineToken({ token }: { readonly token: Token }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inline tokens={innerOf(token)} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={innerOf(token)} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={innerOf(token)} />
        </del>
      );
    case 'br':
      return <br />;
    case 'codespan':
      return <InlineCode code={(token as Tokens.Codespan).text} />;
    case 'link':
      return <Link token={token as Tokens.Link} />;
    case 'image':
      // Images of other sites would tell them that the text was read.
      return (
        <TextLink address={(token as Tokens.Image).href}>
          {decodeEntities((token as Tokens.Image).text) || (token as Tokens.Image).href}
        </TextLink>
      );
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'html':
      return /^<br\s*\/?>$/iu.test(token.raw) ? <br /> : token.raw;
    case 'checkbox':
      return undefined;
    default:
      return innerOf(token).length > 0 ? <Inline tokens={innerOf(token)} /> : <PlainText text={token.raw} />;
  }
}

function Link({ token: { href, tokens } }: { readonly token: Tokens.Link }): ReactNode {
  // The file in an address is opened by the link itself; a name inside of it is not a second one.
  const words = <LinkWords tokens={tokens} />;
  return <TextLink address={decodeEntities(href)}>{words}</TextLink>;
}

/** The text of a link: no links inside. */
function LinkWords({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  return tokens.map((token, index) => {
    if (token.type === 'text') return decodeEntities(token.raw);
    if (token.type === 'codespan') return <CodeText key={index}>{(token as Tokens.Codespan).text}</CodeText>;
    if (token.type === 'link' || token.type === 'image') return decodeEntities((token as Tokens.Link).text);
    return <InlineToken key={index} token={token} />;
  });
}

const CodeText = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <code className="rounded-sm bg-panel px-1 py-px font-mono text-[0.9em] break-words">{children}</code>
);

function InlineCode({ code }: { readonly code: string }): ReactNode {
  const file = fileInCode(code);
  return <CodeText>{file === undefined ? code : <FileText file={file}>{code}</FileText>}</CodeText>;
}

/** Text whose files with lines are links. */
function PlainText({ text }: { readonly text: string }): ReactNode {
  const decoded = decodeEntities(text);
  const found = decoded.includes(':') ? [...decoded.matchAll(filesInText)] : [];
  if (found.length === 0) return decoded;
  let position = 0;
  const parts: ReactNode[] = [];
  for (const { 0: name, index } of found) {
    const target = safeAddress(name);
    if (target?.kind !== 'file') continue;
    parts.push(
      decoded.slice(position, index),
      <FileText key={index} file={target.file}>
        {name}
      </FileText>,
    );
    position = index + name.length;
  }
  return [...parts, decoded.slice(position)];
}
