/** Whether anything is said in a place that the other version does not have. */

/** Whether there is something in one of the fields: absent ones, null, and empty objects and lists say nothing. */
export const hasNonEmptyField = (fields: object | null | undefined): boolean =>
  Object.values(fields ?? {}).some(isFilled);

/** The names of the fields that say something, for a report. */
export const nonEmptyFieldNames = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => isFilled(value))
    .map(([name]) => name)
    .join(', ');

/** Whether a set of capabilities has one: a marker says something by being there. */
export const hasCapability = (capabilities: object | null | undefined): boolean =>
  Object.values(capabilities ?? {}).some((marker) => marker !== undefined && marker !== null);

/** The markers among these that say more than that they are there, or that others are. */
export const markersWithContent = (markers: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(markers).filter(([, marker]) => !isBareMarker(marker)));

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null;

const isBareMarker = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' &&
    Object.entries(value).every(([name, field]) => (name === '_meta' ? !isFilled(field) : isBareMarker(field))));
