import { createHash } from 'node:crypto';
import type { PreviewedStory } from '@relato/api';

/** The content of a picture, by its kind. */
export type Picture =
  | { readonly kind: 'preview'; readonly story: PreviewedStory }
  | { readonly kind: 'cover'; readonly username: string }
  | { readonly kind: 'subject'; readonly name: string };

/**
 * The number of a design, which is part of the address: messengers and podcast programs keep a picture as long as its
 * address is the same.
 */
const designs = { preview: 1, cover: 1, subject: 1 } as const;

/** Returns a text that changes with the picture. */
export const toRevision = (picture: Picture): string =>
  createHash('sha256')
    .update(JSON.stringify([designs[picture.kind], ...listShown(picture)]))
    .digest('base64url')
    .slice(0, 10);

function listShown(picture: Picture): readonly unknown[] {
  if (picture.kind === 'cover') return [picture.username];
  if (picture.kind === 'subject') return [picture.name];
  const { title, author, durationMs, peaks } = picture.story;
  return [title, author.username, durationMs, peaks];
}

/** Returns the picture of a story with only the needed fields of the story. */
export const toPreview = ({ title, author, durationMs, peaks }: PreviewedStory): Picture => ({
  kind: 'preview',
  story: { title, author: { username: author.username }, durationMs, peaks },
});
