import { expect, test } from 'vitest';

import { ChangeReview, type ReviewedFiles } from './change-review.ts';

/** Files in memory. */
function filesWith(texts: Readonly<Record<string, string>>): ReviewedFiles & { readonly texts: Map<string, string> } {
  const files = new Map(Object.entries(texts));
  return {
    texts: files,
    read: (path) => Promise.resolve(files.get(path)),
    write: (path, text) => {
      files.set(path, text);
      return Promise.resolve();
    },
    remove: (path) => {
      files.delete(path);
      return Promise.resolve();
    },
  };
}

const before = 'red\nstays\nyellow\n';
const after = 'white\nstays\nblue\n';

test('one hunk is accepted and another rejected; then the file is reviewed', async () => {
  const files = filesWith({ '/garden': after });
  const review = new ChangeReview(files);
  let told = 0;
  review.subscribe(() => (told += 1));
  review.changed('/garden', before);
  expect(review.hunks('/garden', after)).toHaveLength(2);
  expect(await review.accept('/garden', 0)).toBe(true);
  expect(review.hunks('/garden', after)).toHaveLength(1);
  expect(await review.reject('/garden', 2)).toBe(true);
  expect(files.texts.get('/garden')).toBe('white\nstays\nyellow\n');
  expect(review.paths).toEqual([]);
  expect(told).toBe(3);
});

test('a further change of an agent is compared with what the user has decided about last', async () => {
  const files = filesWith({ '/garden': after });
  const review = new ChangeReview(files);
  review.changed('/garden', before);
  files.texts.set('/garden', `${after}new\n`);
  review.changed('/garden', after);
  await review.rejectAll('/garden');
  expect(files.texts.get('/garden')).toBe(before);
});

test('a new file that is rejected is deleted, also hunk by hunk', async () => {
  for (const reject of ['whole', 'hunk'] as const) {
    const files = filesWith({ '/new': 'text\n' });
    const review = new ChangeReview(files);
    review.changed('/new', undefined);
    if (reject === 'whole') await review.rejectAll('/new');
    else await review.reject('/new', 0);
    expect([files.texts.has('/new'), review.paths]).toEqual([false, []]);
  }
});

test('what the user has undone is not under review any more', async () => {
  const files = filesWith({ '/garden': after });
  const review = new ChangeReview(files);
  review.changed('/garden', before);
  files.texts.set('/garden', before);
  await review.refresh('/garden');
  expect(review.has('/garden')).toBe(false);
});

test('a decision about a file that is not under review changes nothing', async () => {
  const files = filesWith({ '/garden': after });
  const review = new ChangeReview(files);
  expect([await review.accept('/garden', 0), await review.reject('/garden', 0)]).toEqual([false, false]);
  await review.rejectAll('/garden');
  expect(files.texts.get('/garden')).toBe(after);
});

test('what the user types elsewhere in a file is no change of the agent, and stays when that is rejected', async () => {
  const texts = { '/garden': 'white\n1\n2\n3\n' };
  const files = filesWith(texts);
  const review = new ChangeReview(files);
  review.changed('/garden', 'red\n1\n2\n3\n');
  const now = 'white\n1\n2\nmine\n3\n';
  review.edited('/garden', texts['/garden'], now);
  files.texts.set('/garden', now);
  expect(review.hunks('/garden', now)).toHaveLength(1);
  await review.rejectAll('/garden');
  expect(files.texts.get('/garden')).toBe('red\n1\n2\nmine\n3\n');
});

test('a hunk whose lines the user has edited as well is rejected as a whole', async () => {
  const files = filesWith({ '/garden': 'white\n1\n' });
  const review = new ChangeReview(files);
  review.changed('/garden', 'red\n1\n');
  review.edited('/garden', 'white\n1\n', 'white and mine\n1\n');
  files.texts.set('/garden', 'white and mine\n1\n');
  expect(review.hunks('/garden', 'white and mine\n1\n')).toHaveLength(1);
  expect(await review.reject('/garden', 0)).toBe(true);
  expect(files.texts.get('/garden')).toBe('red\n1\n');
});

test('a file that was deleted is not under review, and no decision brings it back', async () => {
  for (const decide of ['refresh', 'accept', 'reject'] as const) {
    const files = filesWith({ '/garden': after });
    const review = new ChangeReview(files);
    review.changed('/garden', before);
    files.texts.delete('/garden');
    await review[decide]('/garden', 0);
    expect([review.paths, files.texts.has('/garden')]).toEqual([[], false]);
  }
});

test('a file that was renamed, or whose folder was, is still under review', () => {
  const review = new ChangeReview(filesWith({}));
  review.changed('/a/garden', before);
  review.changed('/ab', before);
  review.renamed('/a', '/b');
  expect(review.paths).toEqual(['/ab', '/b/garden']);
});
