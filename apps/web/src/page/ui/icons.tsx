/** The icons of the pages: strokes in the colour of the text around them. They are decoration; controls have labels. */
import type { ReactNode } from 'react';

/** The drawings, in a square of 16 units. */
const paths = {
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-end': 'M3 8h10M9 4l4 4-4 4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  bell: 'M4.5 11V7a3.5 3.5 0 0 1 7 0v4l1 1h-9zM6.8 14h2.4',
  check: 'M3 8.5l3.2 3.2L13 5',
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-end': 'M6 4l4 4-4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10',
  edit: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  folder: 'M2 4h4l1.5 1.5H14V13H2z',
  fork: 'M5 3.5v5.2M5 13.5v-1.5M11 3.5V5c0 2-1 2.5-3 3s-3 1-3 2.5M5 3.5h.01M11 3.5h.01',
  gear: 'M8 5.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6L5 5M11 11l1.4 1.4M12.4 3.6L11 5M5 11l-1.4 1.4',
  help: 'M6 6a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6M8 11.5h.01M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z',
  image: 'M2.5 3h11v10h-11zM2.5 11l3-3 2.5 2.5L10.5 8l3 3M6 6h.01',
  info: 'M8 7.3v3.5M8 5h.01M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z',
  link: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.5 2.5 0 0 1 4 0 2.6 2.6 0 0 1 0 3.6L11 8.6M9 11l-1.5 1.5a2.5 2.5 0 0 1-4 0 2.6 2.6 0 0 1 0-3.6L5 7.4',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  paperclip: 'M12.5 7.5l-4.6 4.6a2.8 2.8 0 0 1-4-4l5-5a1.9 1.9 0 0 1 2.7 2.7L6.8 10.6a.9.9 0 0 1-1.3-1.3L9.6 5.2',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  people:
    'M6 8a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 6 8zM2 13c.3-2.3 1.8-3.4 4-3.4s3.7 1.1 4 3.4M10.5 3.6a2.3 2.3 0 0 1 0 4.2M12 9.9c1.2.500 1.9 1.5 2 3.1',
  plan: 'M6 4h7.5M6 8h7.5M6 12h7.5M2.7 4h.01M2.7 8h.01M2.7 12h.01',
  play: 'M5 3l7.5 5L5 13z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5l3 3',
  send: 'M8 13V3M3.5 7.5L8 3l4.5 4.5',
  share:
    'M11.5 5.5a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM4.5 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM11.5 13.9a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6 7.2l4-2.4M6 8.8l4 2.4',
  sidebar: 'M2.5 3h11v10h-11zM6 3v10',
  stop: 'M4 4h8v8H4z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  terminal: 'M2.5 3h11v10h-11zM5 6l2 2-2 2M8.5 10.5H11',
  tool: 'M9.5 6.5L3 13M9 3.5a3 3 0 0 1 3.5 3.5l-1.8-.5-.9-.9-.8-2.1z',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M6.8 7v4M9.2 7v4',
  undo: 'M3 6h6.5a3.5 3.5 0 0 1 0 7H6M3 6l3-3M3 6l3 3',
  warning: 'M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.7h.01',
} as const;

/** The names of the icons. */
export type IconName = keyof typeof paths;

/** Draws an icon as high as the text beside it. */
export function Icon({
  name,
  className = 'size-4',
}: {
  readonly name: IconName;
  readonly className?: string;
}): ReactNode {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}
