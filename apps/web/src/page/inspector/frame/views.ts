/** The views of the inspector. */

/** The name of a view. */
export type ViewName = 'messages' | 'sequence' | 'timeline' | 'capabilities' | 'compare';

/** All views, in the order of the tabs. */
export const views: readonly { readonly name: ViewName; readonly title: string }[] = [
  { name: 'messages', title: 'Messages' },
  { name: 'sequence', title: 'Sequence' },
  { name: 'timeline', title: 'Timeline' },
  { name: 'capabilities', title: 'Capabilities' },
  { name: 'compare', title: 'Compare' },
];
