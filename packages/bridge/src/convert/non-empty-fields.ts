/** Which fields hold something that would be lost because the other version has no place for it. */

/** Whether a field holds something; absent fields, null, and empty objects and lists hold nothing. */
export const hasNonEmptyField = (fields: object | null | undefined): boolean =>
  Object.values(fields ?? {}).some(isFilled);

/** The names of the fields that hold something, for a report. */
export const nonEmptyFieldNames = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => isFilled(value))
    .map(([name]) => name)
    .join(', ');

/** Whether there is a capability: a marker counts by being there. */
export const hasCapability = (capabilities: object | null | undefined): boolean =>
  Object.values(capabilities ?? {}).some((marker) => marker !== undefined && marker !== null);

/** The markers that contain more than other markers. */
export const markersWithContent = (markers: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(markers).filter(([, marker]) => !isBareMarker(marker)));

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null;

const isBareMarker = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' &&
    Object.entries(value).every(([name, field]) => (name === '_meta' ? !isFilled(field) : isBareMarker(field))));
