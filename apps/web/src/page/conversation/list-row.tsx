/** One row at its place in the list; it is drawn again only if its place has changed. */
import { memo, type ReactNode } from 'react';

import { RowView, type RowViewProps } from './entries/entry-view.tsx';

export interface ListRowProps extends RowViewProps {
  /** Measures the row, whenever its size changes. */
  readonly measure: (element: HTMLElement | null) => void;
  readonly index: number;
  /** Pixels between it and the row before. */
  readonly room: number;
  /** How many rows there are. */
  readonly count: number;
  /** What it is, for screen readers. */
  readonly label: string;
  /** Whether the tab key goes to it. */
  readonly isTabStop: boolean;
  readonly onFocused: (index: number) => void;
}

export const ListRow = memo(
  ({ measure, index, room, count, label, isTabStop, onFocused, ...row }: ListRowProps): ReactNode => (
    <article
      ref={measure}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      className="group/row relative rounded-md pb-5 focus-visible:outline-offset-4"
      style={{ marginTop: room }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocused(index);
      }}
    >
      <RowView {...row} />
    </article>
  ),
);
