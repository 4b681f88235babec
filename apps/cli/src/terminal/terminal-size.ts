/** The size of a terminal, with defaults if it is unknown. */

interface Sized {
  readonly columns: number | undefined;
  readonly rows: number | undefined;
}

/** Serial lines and some containers report no size, or 0 by 0. */
export const sizeOf = ({ columns, rows }: Sized): { readonly columns: number; readonly rows: number } => ({
  columns: columns === undefined || columns <= 0 ? 80 : columns,
  rows: rows === undefined || rows <= 0 ? 24 : rows,
});
