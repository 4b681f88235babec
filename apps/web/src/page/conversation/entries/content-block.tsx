/** Content blocks: text, images, sounds, files and links. */
import type { ContentBlock } from '@acp-stack/schema/v2/unstable';
import { useEffect, useState, type ReactNode } from 'react';

import { CodeBlock } from '../../markdown/code-block.tsx';
import { TextLink } from '../../markdown/link.tsx';
import { Markdown } from '../../markdown/markdown.tsx';
import { Icon } from '../../ui/icons.tsx';
import { decodeBase64 } from './decode-base64.ts';
import { JsonFold } from './json-fold.tsx';

export interface ContentBlockProps {
  readonly block: ContentBlock;
  /** Whether more text may follow at once. */
  readonly isOpen?: boolean;
  /** Text of users and tools is shown as it is written; that of agents is Markdown. */
  readonly isPlain?: boolean;
}

/** Draws one block. */
export function ContentBlockView({ block, isOpen = false, isPlain = false }: ContentBlockProps): ReactNode {
  switch (block.type) {
    case 'text':
      return isPlain ? <PlainText text={block.text} /> : <Markdown text={block.text} isOpen={isOpen} />;
    case 'image':
      return <Picture data={block.data} mimeType={block.mimeType} />;
    case 'audio':
      return <Sound data={block.data} mimeType={block.mimeType} />;
    case 'resource_link':
      return (
        <FileChip>
          <TextLink address={block.uri}>{block.title ?? block.name}</TextLink>
        </FileChip>
      );
    case 'resource':
      return <Resource resource={block.resource} />;
    default:
      return <JsonFold label={`Content of the kind ${block.type}`} value={block} />;
  }
}

const PlainText = ({ text }: { readonly text: string }): ReactNode => (
  <p dir="auto" className="self-stretch break-words whitespace-pre-wrap">
    {text}
  </p>
);

const FileChip = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="inline-flex max-w-full items-center gap-1.5 rounded-sm border border-line bg-page px-1.5 py-0.5 text-sm">
    <Icon name="file" className="size-3.5 text-muted" />
    <span className="min-w-0 truncate">{children}</span>
  </span>
);

/** Formats that cannot hold a script. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
const soundTypes = /^audio\/[a-z\d.+-]+$/u;
const base64 = /^[A-Za-z\d+/=_-]*$/u;

function Picture({ data, mimeType }: { readonly data: string; readonly mimeType: string }): ReactNode {
  if (!pictureTypes.has(mimeType) || !base64.test(data)) return <p className="text-sm text-muted">Image, {mimeType}</p>;
  return (
    <img
      src={`data:${mimeType};base64,${data}`}
      alt="Attached picture"
      decoding="sync"
      className="my-2 max-h-96 max-w-full self-start rounded-md border border-line object-contain"
    />
  );
}

function Sound({ data, mimeType }: { readonly data: string; readonly mimeType: string }): ReactNode {
  if (!soundTypes.test(mimeType) || !base64.test(data)) return <p className="text-sm text-muted">Sound, {mimeType}</p>;
  return (
    <audio controls src={`data:${mimeType};base64,${data}`} aria-label="Attached sound" className="my-2 max-w-full" />
  );
}

type ResourceContents = (ContentBlock & { readonly type: 'resource' })['resource'];

function Resource({ resource }: { readonly resource: ResourceContents }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const name = resource.uri.split('/').at(-1) || resource.uri;
  return (
    <div className="my-1">
      <FileChip>
        <TextLink address={resource.uri}>{name}</TextLink>
        {'text' in resource ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="ms-2 cursor-pointer text-muted hover:text-text"
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {isOpen ? 'Hide text' : 'Show text'}
          </button>
        ) : (
          <Download name={name} blob={resource.blob} />
        )}
      </FileChip>
      {isOpen && 'text' in resource ? (
        <CodeBlock
          code={resource.text}
          language={/\.(?<end>[a-z\d]+)$/iu.exec(name)?.groups?.['end'] ?? ''}
          isOpen={false}
        />
      ) : undefined}
    </div>
  );
}

/** A file that can only be saved, never shown. */
function Download({ name, blob }: { readonly name: string; readonly blob: string }): ReactNode {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const bytes = decodeBase64(blob);
    if (bytes === undefined) return undefined;
    const created = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    setAddress(created);
    return () => {
      URL.revokeObjectURL(created);
    };
  }, [blob]);
  if (address === undefined) return undefined;
  return (
    <a href={address} download={name} className="ms-2 text-accent underline">
      Save
    </a>
  );
}
