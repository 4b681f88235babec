/** The attachments of a message that is being written. */
import type { ReactNode } from 'react';

import { IconButton } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { sizeText, type Attachment } from './attachment.ts';

const icons: Readonly<Record<Attachment['kind'], IconName>> = {
  image: 'image',
  audio: 'play',
  text: 'file',
  link: 'link',
};

export interface AttachmentChipsProps {
  readonly attachments: readonly Attachment[];
  readonly remove: (id: string) => void;
}

export function AttachmentChips({ attachments, remove }: AttachmentChipsProps): ReactNode {
  if (attachments.length === 0) return undefined;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-2 px-3 pt-3">
      {attachments.map((attachment) => (
        <li
          key={attachment.id}
          className="flex max-w-full items-center gap-2 rounded-md border border-line bg-panel ps-2 text-sm"
        >
          <Preview attachment={attachment} />
          <span dir="auto" className="min-w-0 truncate">
            {attachment.name}
          </span>
          {attachment.bytes === 0 ? undefined : (
            <span className="shrink-0 text-xs text-muted">{sizeText(attachment.bytes)}</span>
          )}
          <IconButton
            label={`Remove ${attachment.name}`}
            icon="close"
            size="small"
            onClick={() => {
              remove(attachment.id);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function Preview({ attachment: { kind, name, block } }: { readonly attachment: Attachment }): ReactNode {
  if (kind !== 'image' || block.type !== 'image') return <Icon name={icons[kind]} />;
  const { mimeType, data } = block as { readonly mimeType: string; readonly data: string };
  return <img src={`data:${mimeType};base64,${data}`} alt={name} className="size-8 rounded-sm object-cover" />;
}
