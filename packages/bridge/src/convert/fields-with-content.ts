/** Which fields have content that is lost if the other version has no place for it. */

/** Whether a field has content; absent fields, null, and empty objects and lists have none. */
export const hasNonEmptyField = (fields: object | null | undefined): boolean =>
  Object.values(fields ?? {}).some(hasContent);

/** The names of the fields that have content, for a report. */
export const nonEmptyFieldNames = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => hasContent(value))
    .map(([name]) => name)
    .join(', ');

/** Whether there is a capability; even an empty marker counts. */
export const hasCapability = (capabilities: object | null | undefined): boolean =>
  Object.values(capabilities ?? {}).some((marker) => marker !== undefined && marker !== null);

/** The markers that contain more than other markers. */
export const markersWithContent = (markers: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(markers).filter(([, marker]) => !isBareMarker(marker)));

const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null;

const isBareMarker = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' &&
    Object.entries(value).every(([name, field]) => (name === '_meta' ? !hasContent(field) : isBareMarker(field))));
