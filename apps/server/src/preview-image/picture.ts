import { createHash } from 'node:crypto';
import type { PreviewedStory } from '@relato/api';

/** A picture by what it shows. */
export type Picture =
  | { readonly kind: 'preview'; readonly story: PreviewedStory }
  | { readonly kind: 'cover'; readonly username: string };

/** Changes with every picture of its kind: messengers and podcast programs keep one as long as its address is the same. */
const designs = { preview: 1, cover: 1 } as const;

/** Returns a text that is another one whenever the picture is. */
export const toRevision = (picture: Picture): string =>
  createHash('sha256')
    .update(JSON.stringify([designs[picture.kind], ...listShown(picture)]))
    .digest('base64url')
    .slice(0, 10);

function listShown(picture: Picture): readonly unknown[] {
  if (picture.kind === 'cover') return [picture.username];
  const { title, author, durationMs, peaks } = picture.story;
  return [title, author.username, durationMs, peaks];
}

/** Returns the picture of a story, with no more of the story than it shows. */
export const toPreview = ({ title, author, durationMs, peaks }: PreviewedStory): Picture => ({
  kind: 'preview',
  story: { title, author: { username: author.username }, durationMs, peaks },
});
