/** How large a terminal is, also where it does not know itself. */

interface Sized {
  readonly columns: number | undefined;
  readonly rows: number | undefined;
}

/** A serial line, and some containers, report no size or one of 0 by 0. */
export const sizeOf = ({ columns, rows }: Sized): { readonly columns: number; readonly rows: number } => ({
  columns: columns === undefined || columns <= 0 ? 80 : columns,
  rows: rows === undefined || rows <= 0 ? 24 : rows,
});
