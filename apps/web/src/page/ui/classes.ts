/** Joins class names; what is false or undefined is left out. */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  names.filter((name) => name !== false && name !== undefined && name !== '').join(' ');

/** The look of everything that opens over the page. */
export const popupClass = 'rounded-md border border-line bg-raised p-1 text-sm text-text outline-none';

/** The look of one line in it. */
export const itemClass =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:cursor-default data-disabled:opacity-50';

/** The look of a control that shows a chosen value, and opens the list of values. */
export const choiceClass =
  'inline-flex h-8 min-w-0 cursor-pointer items-center gap-1 rounded-md border border-line bg-raised px-2 text-sm ' +
  'hover:bg-panel disabled:cursor-default disabled:opacity-50 data-disabled:cursor-default data-disabled:opacity-50';
