/** The content blocks of a draft, and a draft of content blocks, for messages that are taken back. */
import { resourceLink, text, type ContentBlock } from '@acp-stack/sdk';

import { uriOf } from '../paths/file-path.ts';
import { newAttachment, type Attachment } from './attachment.ts';
import { emptyDraft, type Draft, type Mention } from './draft.ts';
import { isMentioned } from './mention.ts';

/** The text, then the files that it mentions, then attachments. */
export function contentOf({ text: words, mentions, attachments }: Draft): readonly ContentBlock[] {
  const named = new Map(mentions.filter(({ name }) => isMentioned(words, name)).map((each) => [each.path, each]));
  const links = [...named.values()].map(({ name, path }) => resourceLink(uriOf(path), name));
  return [...(words.trim() === '' ? [] : [text(words)]), ...links, ...attachments.map(({ block }) => block)];
}

/** What a message was made of; blocks of unknown kinds are left out. */
export function draftOf(content: readonly ContentBlock[]): Draft {
  const words = content.flatMap((block) => (isOf(block, 'text') ? [block.text] : []));
  const joined = words.join('\n\n');
  const mentions: Mention[] = [];
  const attachments: Attachment[] = [];
  for (const block of content) {
    const mention = isOf(block, 'resource_link') ? mentionOf(block) : undefined;
    if (mention !== undefined && isMentioned(joined, mention.name)) mentions.push(mention);
    else attachments.push(...attachmentsOf(block));
  }
  return { ...emptyDraft, text: joined, mentions, attachments };
}

function attachmentsOf(block: ContentBlock): readonly Attachment[] {
  if (isOf(block, 'image')) return [kept('image', 'Picture', block.data.length * 0.75, block)];
  if (isOf(block, 'audio')) return [kept('audio', 'Sound', block.data.length * 0.75, block)];
  if (isOf(block, 'resource_link')) return [kept('link', block.name, 0, block)];
  if (!isOf(block, 'resource')) return [];
  const { uri, text: words = '' } = block.resource as { readonly uri: string; readonly text?: string };
  return [kept('text', uri.split('/').at(-1) ?? uri, words.length, block)];
}

const kept = (kind: Attachment['kind'], name: string, bytes: number, block: ContentBlock): Attachment =>
  newAttachment({ kind, name, bytes: Math.round(bytes), block });

/** The text of a message in one line, and what else it has, for a list. */
export function summaryOf(content: readonly ContentBlock[]): string {
  const words = content.flatMap((block) => (isOf(block, 'text') ? [block.text] : [])).join(' ');
  const others = draftOf(content).attachments.map(({ kind, name }) => (kind === 'image' ? 'picture' : name));
  return [words.replaceAll(/\s+/gu, ' ').trim(), ...others.map((each) => `[${each}]`)].filter(Boolean).join(' ');
}

function mentionOf({ name, uri }: { readonly name: string; readonly uri: string }): Mention | undefined {
  if (!uri.startsWith('file:///') || !URL.canParse(uri)) return undefined;
  try {
    return { name, path: decodeURIComponent(new URL(uri).pathname).replace(/^\/(?=[a-z]:\/)/iu, '') };
  } catch {
    return undefined;
  }
}

type Named = 'text' | 'image' | 'audio' | 'resource_link' | 'resource';

const isOf = <T extends Named>(block: ContentBlock, type: T): block is Extract<ContentBlock, { readonly type: T }> =>
  block.type === type;
