/** Links in texts of agents: their addresses are checked, and what is not safe is plain text. */
import type { ReactNode } from 'react';

import { useOpenFile } from './file-links.ts';
import { safeAddress, type FileLink } from './safe-address.ts';

const look = 'text-accent underline decoration-1 underline-offset-2 hover:decoration-2';

/** A link to an address that an agent wrote. */
export function TextLink({ address, children }: { readonly address: string; readonly children: ReactNode }): ReactNode {
  const target = safeAddress(address);
  if (target === undefined) return <span title={address}>{children}</span>;
  if (target.kind === 'file') return <FileText file={target.file}>{children}</FileText>;
  return (
    <a href={target.href} title={target.href} target="_blank" rel="noopener noreferrer nofollow" className={look}>
      {children}
    </a>
  );
}

/** The name of a file, which opens it where that is possible. */
export function FileText({ file, children }: { readonly file: FileLink; readonly children: ReactNode }): ReactNode {
  const open = useOpenFile();
  const place = file.line === undefined ? file.path : `${file.path}:${file.line}`;
  if (open === undefined) return <span title={place}>{children}</span>;
  return (
    <button
      type="button"
      title={`Open ${place}`}
      className={`${look} inline cursor-pointer text-start break-words`}
      onClick={() => {
        open(file);
      }}
    >
      {children}
    </button>
  );
}
