/** What a new manifest and a new icon begin with, until their author has replaced it. */

/** Text of a new manifest. */
export const skeleton = {
  description: 'What the agent does, in a sentence.',
  author: 'Your name',
  repositories: 'https://github.com/your-name',
} as const;

/** A shape to draw over; it keeps the rules of icons. */
export const skeletonIcon = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">
  <path fill="none" stroke="currentColor" stroke-width="1.5" d="M8 1.75 13.5 5v6L8 14.25 2.5 11V5z"/>
  <circle fill="currentColor" cx="8" cy="8" r="2"/>
</svg>
`;

/** What is left of the skeleton at one place of a manifest. */
export interface Leftover {
  /** JSON Pointer. */
  readonly path: string;
  /** Whether it is an address, which leads nowhere. */
  readonly isAddress: boolean;
}

/** What is left of the skeleton in a manifest. */
export function leftovers(value: unknown, path = ''): readonly Leftover[] {
  if (typeof value === 'string') {
    const isAddress = value.startsWith(`${skeleton.repositories}/`);
    return isAddress || value === skeleton.description || value === skeleton.author ? [{ path, isAddress }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    leftovers(child, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
