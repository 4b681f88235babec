/** A relative folder that the suite names to have it refused. */
export const relativeFolder = 'conformance-relative';

/**
 * All that it names so. An agent that takes one of them is blamed for that, and not once more for listing the session.
 */
export const relativeFolders: readonly string[] = [relativeFolder, `./${relativeFolder}`, ''];
