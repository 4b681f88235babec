/** Groups the sections of versions with equal content. */
import type { ProtocolVersion } from '@acp-stack/trace';

import type { Palette } from '../../terminal/palette.ts';

export interface VersionText {
  readonly version: ProtocolVersion;
  readonly lines: readonly string[];
}

/** The sections under headings with their versions. */
export function versionSections(texts: readonly VersionText[], palette: Palette): string[] {
  const groups = new Map<string, { readonly versions: ProtocolVersion[]; readonly lines: readonly string[] }>();
  for (const { version, lines } of texts) {
    const key = lines.join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { versions: [version], lines });
    else group.versions.push(version);
  }
  return [...groups.values()].flatMap(({ versions, lines }) => {
    const heading = versions.length === 1 ? `Version ${versions[0]}` : `Versions ${versions.join(' and ')}`;
    return ['', palette.bold(`── ${heading} ──`), ...lines];
  });
}
